import { DAY_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetWorld, CONFIRMATIONS, type AssetWorld } from '../../../test/chain/asset-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { killedAt, untilKilled } from '../../../test/chain/payout-world.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { accountId } from '../../ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import type { Checkpoint } from '../../modules/payout/payout-sign.command.ts';
import { readVitalSigns } from '../../modules/system/vital-signs.query.ts';
import { listPromisedTokens } from '../../modules/payout/payout.query.ts';
import { bookSweep } from '../../modules/sweep/book-sweep.command.ts';
import { checkLedger } from '../../../test/whole/check-ledger.ts';
import { listDifferences } from '../../modules/reconciliation/reconciliation.query.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { sweepRound } from './sweeps.ts';

const ONE = 10n ** 18n;

let database: TestDatabase;
let assets: AssetWorld;
beforeAll(async () => {
  database = await testDatabase();
  assets = await assetWorld(database);
  await assets.local.sendTokens(assets.dollar, assets.hot, 100n * ONE);
  await assets.scan();
  await assets.compare();
});
afterAll(async () => {
  await assets.close();
  await database.drop();
});

const owned = async (place: NetworkPlace): Promise<bigint> => {
  const { rows } = await assets.house.pool.query<{ units: string }>(
    `SELECT coalesce(sum(CASE WHEN source = $1 THEN amount ELSE -amount END), 0)::text AS units FROM posting WHERE $1 IN (source, destination)`,
    [accountId(networkOwner(NETWORK.BEP20, place), 1)],
  );
  return BigInt(rows[0]!.units);
};
const held = (address: Hex): Promise<bigint> => assets.chain.tokenBalance(assets.dollar, address);
const payouts = async (address: Hex) => {
  const { rows } = await assets.house.pool.query<{ kind: string; status: number; waits: string | null }>(
    `SELECT kind, status, waits_for AS waits FROM payout p WHERE sender = $1
        OR (kind = 'top_up' AND intent->>'index' = (SELECT DISTINCT child::text FROM deposit_address WHERE lower(address) = $1)) ORDER BY created_at, id`,
    [address.toLowerCase()],
  );
  return rows;
};
const deposited = async (amount: bigint): Promise<Hex> => {
  const { address } = await assets.depositor();
  await assets.scan();
  await assets.local.sendTokens(assets.dollar, address, amount);
  await assets.local.mine(CONFIRMATIONS);
  await assets.scan();
  return address;
};
/** One step of everything, and a block: the worker may end at a checkpoint of it. */
const step = async (kill?: Checkpoint): Promise<void> => {
  assets.house.clock.at += 16_000;
  await assets.planSweeps();
  await untilKilled(assets.pay(killedAt(kill)));
  await assets.local.mine(1);
  await assets.scan();
};
const settle = async (address: Hex, kill?: Checkpoint): Promise<void> => {
  for (let n = 0; n < 40; n += 1) {
    // Each second step is cut off: the next one has to go on from what is kept.
    await step(n % 2 === 0 ? kill : undefined);
    if ((await payouts(address)).some(({ kind, status }) => kind === 'sweep' && status === PAYOUT_STATUS.CONFIRMED))
      return;
  }
  throw new Error(`it is never swept: ${JSON.stringify(await payouts(address))}`);
};
const asBooked = async (): Promise<void> => {
  await assets.compare();
  expect(await listDifferences(assets.house.pool)).toEqual([]);
};

describe('what deposit addresses hold', () => {
  it('is moved to the hot wallet once, with gas sent before it, and booked when it is final', async () => {
    const before = { hot: await held(assets.hot), booked: await owned('HOT') };
    const address = await deposited(40n * ONE + 5n);
    await settle(address);
    expect(await payouts(address)).toEqual([
      { kind: 'top_up', status: PAYOUT_STATUS.CONFIRMED, waits: null },
      { kind: 'sweep', status: PAYOUT_STATUS.CONFIRMED, waits: null },
    ]);
    // What is smaller than a unit of ours stays: it was credited to nobody.
    expect([await held(address), (await held(assets.hot)) - before.hot]).toEqual([5n, 40n * ONE]);
    expect((await owned('HOT')) - before.booked).toBe(unitsOf('40'));
    expect(await owned('DEPOSIT')).toBe(0n);
    await step();
    expect(await payouts(address)).toHaveLength(2);
    await asBooked();
    await expectCoherentLedger(assets.house.pool);
  });

  it('stays while it is not worth a transaction, and while payouts are frozen', async () => {
    const small = await deposited(9n * ONE);
    await step();
    expect(await payouts(small)).toEqual([]);
    const address = await deposited(12n * ONE);
    await assets.house.pool.query(`INSERT INTO payout_freeze (frozen_at, violations) VALUES (now(), '{"x": 1}')`);
    await step();
    expect(await payouts(address)).toMatchObject([{ kind: 'top_up', status: 0, waits: 'payouts are frozen' }]);
    const owner = `UPDATE payout_freeze SET lifted_at = now(), lifted_by = 'x', reason = 'x', known = '{}'`;
    await assets.asOwner(`SET session_replication_role = replica; ${owner}; RESET session_replication_role`);
    await settle(address);
    await asBooked();
  });

  it('is left alone by a signer with other keys', async () => {
    const address = await deposited(20n * ONE);
    await sweepRound({ ...assets.world, xpub: 'xpub of somebody else' });
    expect(await payouts(address)).toEqual([]);
    await settle(address);
  });

  it('gets its gas a day later where it was planned dearer than the signer lets it be', async () => {
    const address = await deposited(13n * ONE);
    const chains = assets.world.chains as Map<number, Chain>;
    chains.set(NETWORK.BEP20, {
      ...assets.chain,
      fees: () => Promise.resolve({ baseWei: 10n ** 12n, priorityWei: 0n }),
    });
    await assets.planSweeps();
    chains.set(NETWORK.BEP20, assets.chain);
    await step();
    expect(await payouts(address)).toEqual([{ kind: 'top_up', status: PAYOUT_STATUS.FAILED, waits: null }]);
    await step();
    expect(await payouts(address)).toHaveLength(1);
    assets.house.clock.at += DAY_MS;
    await settle(address);
    await asBooked();
  });

  it('is never more than what was credited there: a forged sweep is not signed', async () => {
    const address = await deposited(15n * ONE);
    await assets.planSweeps();
    await assets.asOwner(`
      INSERT INTO payout (id, kind, network_id, chain_id, sender, intent, not_before, created_at)
        SELECT '00000000-0000-7000-8000-00000000000a', 'sweep', network_id, chain_id, '${address.toLowerCase()}',
               jsonb_build_object('kind', 'sweep', 'contract', '${assets.dollar.toLowerCase()}', 'index', (intent->>'index')::integer, 'amount', '99'),
               not_before, created_at FROM payout WHERE kind = 'top_up' ORDER BY created_at DESC LIMIT 1`);
    // Gas is not what keeps it.
    await assets.local.send({ to: address, value: 10n ** 17n });
    await step();
    expect(await payouts(address)).toContainEqual({
      kind: 'sweep',
      status: 0,
      waits: 'no approved request asks for this',
    });
    // It comes to the hot wallet: nothing of that has to be there.
    const [dollars] = await listPromisedTokens(assets.house.pool, assets.chain.chainId, [NETWORK.BEP20]);
    expect(dollars!.waiting).toBe('0');
    await assets.asOwner(`DELETE FROM payout WHERE id = '00000000-0000-7000-8000-00000000000a'`);
    await assets.asOwner(`DELETE FROM row_version WHERE key = '00000000-0000-7000-8000-00000000000a'`);
    await settle(address);
  });
});

describe('a deposit address that the contract refuses', () => {
  it('keeps no other waiting, is left alone for a day, and is told', async () => {
    const refused = await deposited(90n * ONE);
    const address = await deposited(25n * ONE);
    const { estimateGas } = assets.chain;
    const isRefused = (from: Hex): boolean => from.toLowerCase() === refused.toLowerCase();
    const failing: Chain = {
      ...assets.chain,
      estimateGas: (call) =>
        isRefused(call.from) ? Promise.reject(new OutsideFailure('chain', 'reverted', 'frozen')) : estimateGas(call),
      refuses: (call) => Promise.resolve(isRefused(call.from)),
    };
    const chains = assets.world.chains as Map<number, Chain>;
    chains.set(NETWORK.BEP20, failing);
    await settle(address);
    expect(await payouts(refused)).toEqual([{ kind: 'sweep', status: PAYOUT_STATUS.FAILED, waits: null }]);
    const told = await readVitalSigns(assets.house.pool, assets.house.clock.at);
    expect(told.find(({ name }) => name === 'sweeps_failed')!.value).toBe(1);
    chains.set(NETWORK.BEP20, assets.chain);
    await step();
    expect(await payouts(refused)).toHaveLength(1);
    assets.house.clock.at += DAY_MS;
    await settle(refused);
    await asBooked();
  });
});

it('a deposit address of which the nodes contradict each other keeps no other waiting', async () => {
  const unclear = await deposited(90n * ONE);
  const address = await deposited(25n * ONE);
  const { estimateGas } = assets.chain;
  const contradicting: Chain['estimateGas'] = (call) =>
    call.from.toLowerCase() === unclear.toLowerCase()
      ? Promise.reject(new OutsideFailure('chain', 'implausible', 'its endpoints contradict each other'))
      : estimateGas(call);
  const chains = assets.world.chains as Map<number, Chain>;
  chains.set(NETWORK.BEP20, { ...assets.chain, estimateGas: contradicting });
  await settle(address);
  expect(await payouts(unclear)).toEqual([]);
  chains.set(NETWORK.BEP20, assets.chain);
  await settle(unclear);
  await asBooked();
});

describe('a sweep that stands still', () => {
  const chains = () => assets.world.chains as Map<NetworkId, Chain>;
  /** Whatever is told is lost, for so many minutes. */
  const stall = async (minutes: number, more: Partial<Chain> = {}): Promise<void> => {
    chains().set(NETWORK.BEP20, { ...assets.chain, ...more, broadcast: async () => undefined });
    for (let n = 0; n < minutes; n += 1) {
      assets.house.clock.at += 61_000;
      await assets.planSweeps();
      await assets.pay();
    }
    chains().set(NETWORK.BEP20, assets.chain);
  };
  const statusOf = async (address: Hex, wanted: string) =>
    (await payouts(address)).find(({ kind }) => kind === wanted)?.status;
  /** Its address has the gas that was planned for it, and what is told of it is lost. */
  const untilTold = async (address: Hex): Promise<void> => {
    for (let n = 0; n < 20 && (await statusOf(address, 'top_up')) !== PAYOUT_STATUS.CONFIRMED; n += 1) await step();
    await stall(1);
    expect(await statusOf(address, 'sweep')).toBe(PAYOUT_STATUS.SENT);
  };

  it('for half an hour is never paid more than its address has, and is mined when the chain goes on', async () => {
    const address = await deposited(13n * ONE);
    await untilTold(address);
    await stall(30);
    const { rows } = await assets.house.pool.query<{ dearest: string }>(
      `SELECT max(t.gas::numeric * t.max_fee_wei)::text AS dearest FROM payout p JOIN payout_attempt t ON t.payout_id = p.id WHERE p.sender = $1`,
      [address.toLowerCase()],
    );
    expect(BigInt(rows[0]!.dearest)).toBeLessThanOrEqual(await assets.chain.coinBalance(address));
    await settle(address);
    await asBooked();
  });

  it('gets more coins when the price of gas has left behind what its address was given', async () => {
    const address = await deposited(14n * ONE);
    await untilTold(address);
    const { baseWei, priorityWei } = await assets.chain.fees();
    const dearer = async () => ({ baseWei: baseWei * 5n, priorityWei: priorityWei * 5n });
    await stall(7, { fees: dearer });
    chains().set(NETWORK.BEP20, { ...assets.chain, fees: dearer });
    await settle(address);
    chains().set(NETWORK.BEP20, assets.chain);
    expect((await payouts(address)).filter(({ kind }) => kind === 'top_up').length).toBeGreaterThan(1);
    await asBooked();
  });
});

describe('a worker that ends', () => {
  it.each(['numbered', 'signed', 'kept', 'told', 'final'] as const)(
    'at "%s" of each second round leaves the same behind as one that does not',
    async (kill) => {
      const before = await held(assets.hot);
      const address = await deposited(30n * ONE);
      await settle(address, kill);
      expect((await payouts(address)).map(({ kind, status }) => [kind, status])).toEqual([
        ['top_up', PAYOUT_STATUS.CONFIRMED],
        ['sweep', PAYOUT_STATUS.CONFIRMED],
      ]);
      expect((await held(assets.hot)) - before).toBe(30n * ONE);
      await asBooked();
    },
  );

  it('leaves a sweep its number when it is held then: nothing is signed in its place', async () => {
    const address = await deposited(13n * ONE);
    const sweep = async () => (await payouts(address)).find(({ kind }) => kind === 'sweep');
    for (let n = 0; n < 20 && (await sweep())?.status !== PAYOUT_STATUS.NUMBERED; n += 1) await step('numbered');
    assets.house.clock.at += 16_000;
    await assets.pay({ isCompared: () => false });
    const waits = 'the books were not held against this chain for 15 minutes';
    expect(await sweep()).toEqual({ kind: 'sweep', status: PAYOUT_STATUS.NUMBERED, waits });
    await settle(address);
    await asBooked();
  });

  it('leaves books that hold', async () => {
    await expectCoherentLedger(assets.house.pool);
  });
});

// Last: its books do not hold any more.
describe('a sweep that is booked twice', () => {
  it('is found', async () => {
    const { rows } = await assets.house.pool.query<{ id: string; units: bigint }>(
      'SELECT payout_id AS id, units FROM sweep LIMIT 1',
    );
    await assets.house.funnel.run(bookSweep(rows[0]!.id, NETWORK.BEP20, { walletId: 1, units: rows[0]!.units }));
    const broken = (await checkLedger(assets.house.pool)).filter(({ violations }) => violations > 0n);
    expect(broken.map(({ name }) => name)).toEqual(['sweeps']);
  });
});
