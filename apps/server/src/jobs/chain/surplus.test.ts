import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assetWorld, COLD, CONFIRMATIONS, type AssetWorld } from '../../../test/chain/asset-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { BY } from '../../../test/chain/payout-world.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { recordDeposits } from '../../modules/deposit/record-deposits.command.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { explainDifference } from '../../modules/reconciliation/difference.command.ts';
import { nameWallet } from '../../modules/reconciliation/name-wallet.command.ts';
import { PLACE } from '../../modules/reconciliation/reconciliation.ts';
import { listDifferences } from '../../modules/reconciliation/reconciliation.query.ts';
import type { Hex } from '../../outside/chain/port.ts';

const ONE = 10n ** 18n;
const BEP20 = NETWORK.BEP20;

let database: TestDatabase;
let assets: AssetWorld;
beforeAll(async () => {
  database = await testDatabase();
  assets = await assetWorld(database);
  await assets.local.sendTokens(assets.dollar, assets.hot, 1000n * ONE);
  await assets.scan();
  await nameWallet(assets.world, { network: BEP20, address: COLD, place: 'cold' }, BY);
  await assets.compare();
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
const compare = async (blocks = 1): Promise<void> => {
  assets.house.clock.at += 60_000;
  await assets.local.mine(blocks);
  await assets.scan();
  await assets.compare();
};
const shouldHold = async (): Promise<void> => {
  await compare();
  expect([await open(), await frozen()]).toEqual([[], false]);
};

type Cursor = { number: bigint; hash: string };
const cursor = async (): Promise<Cursor> => {
  const { rows } = await assets.house.pool.query<Cursor>(
    'SELECT block_number AS number, block_hash AS hash FROM chain_cursor WHERE network_id = 2',
  );
  return rows[0]!;
};
const moveTo = ({ number, hash }: Cursor) =>
  assets.house.pool.query('UPDATE chain_cursor SET block_number = $1, block_hash = $2 WHERE network_id = 2', [
    number,
    hash,
  ]);
/** Sends while nobody looks, and leads the scanner past it; gives the transaction and where the scanner stood. */
const sendUnseen = async (to: Hex, amount: bigint): Promise<{ hash: Hex; before: Cursor }> => {
  await assets.scan();
  const before = await cursor();
  const { transactionHash: hash } = await assets.local.sendTokens(assets.dollar, to, amount);
  await assets.local.mine(CONFIRMATIONS);
  const head = await assets.chain.head();
  await moveTo({ number: BigInt(head.number), hash: head.hash });
  return { hash, before };
};
const record = (hash: string) => {
  const outside = { chains: assets.world.chains, tron: null } as never;
  return recordDeposits({ ...assets.world, outside }, { network: BEP20, hash }, BY);
};
const explainAll = async (): Promise<void> => {
  for (const { id } of await open()) await explainDifference(assets.world, id, BY);
  await shouldHold();
};

describe('more than the books say on a deposit address', () => {
  it('stops nothing, is told, and counts from the second block on that shows it', async () => {
    const { address } = await assets.depositor();
    await sendUnseen(address, 1n);
    await compare();
    expect((await open()).map(({ address: where, raw }) => [where, raw])).toEqual([[address.toLowerCase(), 1n]]);
    expect(await frozen()).toBe(false);
    const { rows } = await assets.house.pool.query<{ subject: string }>(
      `SELECT payload->>'subject' AS subject FROM outbox WHERE topic = 'operator_mail' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ subject: 'A chain holds more than the books say' }]);
    await shouldHold();
    const [noted] = await listDifferences(assets.house.pool, true);
    expect(noted).toMatchObject({ raw: 1n, acknowledgedBy: 'job:reconciliation' });
    await shouldHold();
    await expectCoherentLedger(assets.house.pool);
  });

  it('is a difference again when it goes', async () => {
    const { address } = await assets.depositor();
    await sendUnseen(address, 9n * ONE);
    await compare();
    await shouldHold();
    await assets.sendAs(address, `0x${'66'.repeat(20)}`, 4n * ONE);
    await compare();
    expect((await open()).map(({ raw }) => raw)).toEqual([-4n * ONE]);
    expect(await frozen()).toBe(true);
    await explainAll();
  });

  it('is credited when two operators record its transaction, and counts once: before it is noted', async () => {
    const { member, address } = await assets.depositor();
    const { hash } = await sendUnseen(address, 12n * ONE);
    await compare();
    expect(await record(hash)).toMatchObject([{ memberId: member, units: unitsOf('12'), raw: 12n * ONE }]);
    await shouldHold();
    expect(await assets.house.balance(member, 'USDT')).toBe(unitsOf('12'));
    await shouldHold();
    await expectCoherentLedger(assets.house.pool);
  });

  it('and after it is noted', async () => {
    const { member, address } = await assets.depositor();
    const { hash } = await sendUnseen(address, 13n * ONE);
    await compare();
    await shouldHold();
    await record(hash);
    await shouldHold();
    expect(await assets.house.balance(member, 'USDT')).toBe(unitsOf('13'));
    await expect(record(hash)).rejects.toMatchObject({ code: 'err_conflict' });
    await shouldHold();
    await expectCoherentLedger(assets.house.pool);
  });

  it('and when the scanner reads it after all', async () => {
    const { member, address } = await assets.depositor();
    const { before } = await sendUnseen(address, 14n * ONE);
    await compare();
    await shouldHold();
    await moveTo(before);
    await shouldHold();
    expect(await assets.house.balance(member, 'USDT')).toBe(unitsOf('14'));
    await shouldHold();
  });
});

describe('what is recorded', () => {
  it('stands in a final block, was read past, and came to an address of ours', async () => {
    const nobody = await assets.local.sendTokens(assets.dollar, `0x${'77'.repeat(20)}`, ONE);
    await expect(record(nobody.transactionHash)).rejects.toMatchObject({ code: 'err_not_found' });
    await expect(record(`0x${'ab'.repeat(32)}`)).rejects.toMatchObject({ code: 'err_not_found' });
    const { address } = await assets.depositor();
    await assets.scan();
    const { transactionHash } = await assets.local.sendTokens(assets.dollar, address, 5n * ONE);
    await expect(record(transactionHash)).rejects.toMatchObject({ code: 'err_conflict' });
    await assets.local.mine(CONFIRMATIONS + 3);
    await expect(record(transactionHash)).rejects.toMatchObject({ code: 'err_conflict' });
    await shouldHold();
    await expect(record(transactionHash)).rejects.toMatchObject({ code: 'err_conflict' });
  });
});

describe('dust that a stranger sends stops no payout', () => {
  it('to the hot wallet, to a cold one, and to a deposit address', async () => {
    const { address } = await assets.depositor();
    for (const to of [assets.hot, COLD, address]) await assets.local.sendTokens(assets.dollar, to, 1n);
    await shouldHold();
    await shouldHold();
    for (const to of [assets.hot, COLD, address]) await assets.local.send({ to, value: 1n });
    await shouldHold();
  });

  it('to a hot wallet of before', async () => {
    const former = `0x${'f0'.repeat(20)}` as const;
    await assets.asOwner(
      `INSERT INTO payout_wallet (chain_id, address, next_nonce, retired_at) VALUES (${assets.chain.chainId}, '${former}', 0, now())`,
    );
    await shouldHold();
    await assets.local.sendTokens(assets.dollar, former, 1n);
    await shouldHold();
    await shouldHold();
  });

  it('in a coin that is switched off', async () => {
    const { address } = await assets.depositor();
    await assets.house.pool.query(
      'UPDATE asset_network SET enabled_deposit = false, enabled_withdraw = false WHERE (wallet_id, network_id) = (1, 2)',
    );
    for (const to of [assets.hot, COLD, address]) await assets.local.sendTokens(assets.dollar, to, 1n);
    await shouldHold();
    await assets.house.pool.query(
      'UPDATE asset_network SET enabled_deposit = true, enabled_withdraw = true WHERE (wallet_id, network_id) = (1, 2)',
    );
  });

  it('in a coin that is listed only later, but for what lies in our own wallets: that is explained', async () => {
    const { address } = await assets.depositor();
    const later = await assets.local.deployDollar();
    for (const to of [assets.hot, COLD, address]) await assets.local.sendTokens(later, to, ONE);
    await shouldHold();
    await assets.asOwner(
      `INSERT INTO asset_network (wallet_id, network_id, contract, decimals, min_deposit_units, min_withdraw_units, fee_units, daily_limit_units, two_operators_above_units)
       VALUES (${WALLET.AOG}, 2, '${later}', 18, 1, 1, 0, 1, 1)`,
    );
    await compare();
    expect(await frozen()).toBe(true);
    for (const { id, place } of await open())
      if (place !== PLACE.DEPOSIT) await explainDifference(assets.world, id, BY);
    // Deposit addresses that hold nothing by the books have their turn.
    for (let round = 0; round < 6; round += 1) {
      await compare();
      expect(await frozen()).toBe(false);
    }
    const noted = (await listDifferences(assets.house.pool, true)).filter(({ walletId }) => walletId === WALLET.AOG);
    expect(noted.map(({ raw, acknowledgedBy }) => [raw, acknowledgedBy])).toEqual(
      ['job:reconciliation', BY.actor, BY.actor].map((by) => [ONE, by]),
    );
    await shouldHold();
  });
});
