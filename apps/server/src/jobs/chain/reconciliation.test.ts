import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assetWorld, COLD, CONFIRMATIONS, type AssetWorld } from '../../../test/chain/asset-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { BY } from '../../../test/chain/payout-world.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { accountId } from '../../ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { CAPITAL_HOUSE } from '../../modules/reconciliation/house-receipt.ledger.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { openPayouts } from '../../modules/integrity/payout-freeze.command.ts';
import { explainDifference } from '../../modules/reconciliation/difference.command.ts';
import { nameWallet } from '../../modules/reconciliation/name-wallet.command.ts';
import { listDifferences, listReconciliations } from '../../modules/reconciliation/reconciliation.query.ts';
import { addressWord, word } from '../../outside/chain/abi.ts';
import type { Hex } from '../../outside/chain/port.ts';
import { checkEverything } from '../integrity.ts';

const ONE = 10n ** 18n;
const BEP20 = NETWORK.BEP20;

let database: TestDatabase;
let assets: AssetWorld;
beforeAll(async () => {
  database = await testDatabase();
  assets = await assetWorld(database);
  await assets.local.sendTokens(assets.dollar, assets.hot, 1000n * ONE);
  await assets.scan();
});
beforeEach(async () => {
  assets.house.clock.at += 60_000;
});
afterAll(async () => {
  await assets.close();
  await database.drop();
});

const frozen = async (): Promise<boolean> => (await findPayoutFreeze(assets.house.pool)) !== null;
const open = () => listDifferences(assets.house.pool);
/** What the ledger says we own at a place, or has of the house, in units. */
const ownedAt = async (owner: bigint): Promise<bigint> => {
  const { rows } = await assets.house.pool.query<{ units: string }>(
    `SELECT coalesce(sum(CASE WHEN source = $1 THEN amount ELSE -amount END), 0)::text AS units FROM posting WHERE $1 IN (source, destination)`,
    [accountId(owner, 1)],
  );
  return BigInt(rows[0]!.units);
};
const at = (place: NetworkPlace): Promise<bigint> => ownedAt(networkOwner(BEP20, place));
const sendFrom = async (from: Hex, to: Hex, amount: bigint): Promise<void> => {
  await assets.sendAs(from, to, amount);
  await assets.scan();
};
const shouldBeEqual = async (): Promise<void> => {
  await assets.compare();
  expect(await open()).toEqual([]);
  expect(await frozen()).toBe(false);
};

describe('the books and the chain', () => {
  it('begin with what the hot wallet holds, as capital of the house', async () => {
    await assets.compare();
    expect(await at('HOT')).toBe(unitsOf('1000'));
    expect(await ownedAt(CAPITAL_HOUSE.CAPITAL)).toBe(-1000n * 100_000_000n);
    await shouldBeEqual();
    expect(await listReconciliations(assets.house.pool)).toMatchObject([{ networkId: BEP20, differences: 0 }]);
    await expectCoherentLedger(assets.house.pool);
  });

  it('agree while deposits are seen, kept below the minimum and credited', async () => {
    const { address } = await assets.depositor();
    await assets.scan();
    await assets.local.sendTokens(assets.dollar, address, 3n * ONE + 7n);
    await assets.scan();
    await shouldBeEqual();
    await assets.local.mine(CONFIRMATIONS);
    await assets.scan();
    await shouldBeEqual();
    expect(await at('DEPOSIT')).toBe(unitsOf('3'));
  });

  it('agree at every step of a payout: told, mined, final and booked', async () => {
    const before = await at('HOT');
    const id = await assets.approved('21', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await assets.local.ask('evm_setAutomine', [false]);
    await assets.pay();
    await assets.scan();
    await shouldBeEqual();
    await assets.local.ask('evm_setAutomine', [true]);
    await assets.local.mine(1);
    await assets.scan();
    await shouldBeEqual();
    expect(await at('HOT')).toBe(before);
    await assets.local.mine(CONFIRMATIONS);
    await assets.scan();
    await shouldBeEqual();
    await assets.pay();
    expect(await rowOf(assets.house.pool, id)).toMatchObject({ status: 3 });
    expect(await at('HOT')).toBe(before - unitsOf('21'));
    await shouldBeEqual();
  });

  it('book what an operator sends to the hot wallet, once', async () => {
    const before = await at('HOT');
    await assets.local.sendTokens(assets.dollar, assets.hot, 50n * ONE + 3n);
    await assets.scan();
    await assets.compare();
    await shouldBeEqual();
    expect((await at('HOT')) - before).toBe(unitsOf('50'));
    await expectCoherentLedger(assets.house.pool);
  });

  it('know a cold wallet from when it is named, and what goes between it and the hot one', async () => {
    await assets.local.sendTokens(assets.dollar, COLD, 400n * ONE);
    await nameWallet(assets.world, { network: BEP20, address: COLD, place: 'cold' }, BY);
    await assets.scan();
    await assets.compare();
    await shouldBeEqual();
    expect(await at('COLD')).toBe(unitsOf('400'));
    const before = await at('HOT');
    await sendFrom(COLD, assets.hot, 30n * ONE);
    await assets.compare();
    await shouldBeEqual();
    expect([await at('COLD'), (await at('HOT')) - before]).toEqual([unitsOf('370'), unitsOf('30')]);
    await expectCoherentLedger(assets.house.pool);
  });
});

describe('a difference', () => {
  const mails = async (): Promise<string[]> => {
    const { rows } = await assets.house.pool.query<{ subject: string }>(
      `SELECT payload->>'subject' AS subject FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    );
    return rows.map(({ subject }) => subject);
  };

  it('in the hot wallet stops payouts, is mailed and kept; explained, the next comparison opens them', async () => {
    const id = await assets.approved('22');
    await sendFrom(assets.hot, `0x${'66'.repeat(20)}`, 5n * ONE);
    await assets.compare();
    const [found] = await open();
    expect(found).toMatchObject({ networkId: BEP20, walletId: 1, place: 1, raw: -5n * ONE });
    expect(await frozen()).toBe(true);
    expect(await mails()).toEqual(
      expect.arrayContaining(['A chain does not hold what the books say', 'Payouts are frozen: the books do not hold']),
    );
    await assets.pay();
    expect(await rowOf(assets.house.pool, id)).toMatchObject({ status: 1 });

    // The same again is one difference, and nobody opens payouts by saying so.
    await assets.compare();
    expect(await open()).toHaveLength(1);
    const outcomes = await checkEverything(assets.world);
    await expect(
      openPayouts(assets.world, { freeze: (await findPayoutFreeze(assets.world.pool))!, outcomes, ...BY }),
    ).rejects.toMatchObject({ code: 'err_payouts_frozen' });

    await explainDifference(assets.world, found!.id, BY);
    expect(await frozen()).toBe(true);
    await assets.compare();
    expect([await open(), await frozen()]).toEqual([[], false]);
    await expect(explainDifference(assets.world, found!.id, BY)).rejects.toMatchObject({ code: 'err_conflict' });
    const { rows } = await assets.house.pool.query(
      `SELECT actor, reason FROM audit WHERE action = 'difference.acknowledge' AND subject = $1`,
      [`difference:${found!.id}`],
    );
    expect(rows).toEqual([{ actor: BY.actor, reason: BY.reason }]);
    await assets.pay();
    await assets.scan();
    await shouldBeEqual();
  });

  it('on a deposit address stops payouts until it is gone by itself', async () => {
    const { address } = await assets.depositor();
    await assets.local.sendTokens(assets.dollar, address, 40n * ONE);
    await assets.local.mine(CONFIRMATIONS);
    await assets.scan();
    await shouldBeEqual();
    await sendFrom(address, `0x${'66'.repeat(20)}`, 15n * ONE);
    await assets.compare();
    expect((await open()).find(({ place }) => place === 0)).toMatchObject({
      address: address.toLowerCase(),
      raw: -15n * ONE,
    });
    expect(await frozen()).toBe(true);
    // Not by a transfer: the scanner would take it for a deposit of the member.
    await giveBack(address, 40n * ONE);
    await assets.local.mine(1);
    await assets.scan();
    await assets.compare();
    await shouldBeEqual();
  });

  it('that another one follows is kept as both', async () => {
    const seen = (await listDifferences(assets.house.pool, true)).length;
    for (const amount of [2n, 3n]) {
      await sendFrom(assets.hot, `0x${'66'.repeat(20)}`, amount * ONE);
      await assets.compare();
    }
    expect((await open()).map(({ raw }) => raw)).toEqual([-5n * ONE]);
    expect(await listDifferences(assets.house.pool, true)).toHaveLength(seen + 2);
    for (const { id } of await open()) await explainDifference(assets.world, id, BY);
    await assets.compare();
    await shouldBeEqual();
  });

  it('does not open what another broken equation froze', async () => {
    await sendFrom(assets.hot, `0x${'66'.repeat(20)}`, 1n * ONE);
    await assets.compare();
    const [found] = await open();
    await explainDifference(assets.world, found!.id, BY);
    // A forged word is found by the same equation.
    await assets.house.pool.query(`UPDATE chain_difference SET acknowledged_by = 'operator:thief' WHERE id = $1`, [
      found!.id,
    ]);
    await assets.compare();
    expect(await frozen()).toBe(true);
    await assets.house.pool.query('UPDATE chain_difference SET acknowledged_by = $2 WHERE id = $1', [
      found!.id,
      BY.actor,
    ]);
    await assets.compare();
    expect(await frozen()).toBe(false);
  });
});

/** Sets what an address holds of the dollar, past every transfer. */
const giveBack = async (address: Hex, amount: bigint): Promise<void> => {
  const held = (): Promise<bigint> => assets.chain.tokenBalance(assets.dollar, address);
  for (let slot = 0n; (await held()) !== amount; slot += 1n) {
    const key = await assets.local.ask('web3_sha3', [`0x${addressWord(address)}${word(slot)}`]);
    const before = await assets.local.ask('eth_getStorageAt', [assets.dollar, key, 'latest']);
    await assets.local.ask('anvil_setStorageAt', [assets.dollar, key, `0x${word(amount)}`]);
    if ((await held()) !== amount) await assets.local.ask('anvil_setStorageAt', [assets.dollar, key, before]);
  }
};
