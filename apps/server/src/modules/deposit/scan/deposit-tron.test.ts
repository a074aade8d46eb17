import { randomUUID } from 'node:crypto';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { addressBytes } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyTron, type FaultyTron } from '../../../../../../simulators/src/chain/faulty-tron.ts';
import { TronState } from '../../../../../../simulators/src/chain/tron-state.ts';
import { testApp, testEnv, type TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { bearer, call, register, signIn } from '../../../../test/people.ts';
import { SAME_HISTORIES } from '../../../../test/same-histories.ts';
import { TRON_DOLLAR } from '../../../demo/chain/demo-tron.ts';
import { creditKeptDeposits, depositJobs } from '../../../jobs/chain/deposits.ts';
import { createTronChain } from '../../../outside/chain/tron.ts';
import type { Hex } from '../../../outside/chain/port.ts';
import { isOutsideFailure } from '../../../outside/failure.ts';
import { createDepositScan } from './deposit-scan.command.ts';

/** Of a simulated TRON: no public chain has it. */
const LOCAL_TRON_ID = 31_338;

const ONE = 1_000_000n;
const XPUB =
  'xpub6FAwfEwcqE3sSuT5UxvfSzgsnuJ7Nsfvo1JjQDeSEphG4M6JDkRZZEYegtpPXZSVtf7dC8Rg2WmpUkPsXPkbHD8ko3JEk61qgSkxzuoXzeV';
/** Rows of operators that this file sets by hand. */
const BY_HAND = ['changes', 'versions'];
const NOBODY = '44'.repeat(20);
const token = addressBytes(NETWORK.TRC20, TRON_DOLLAR.address)!.slice(2);

type Somebody = { headers: Record<string, string>; address: string; bytes: string };

const state = new TronState(LOCAL_TRON_ID, 4);
let stub: FaultyTron;
let app: TestApp;
let aisyah: Somebody;
let bo: Somebody;

const send = (to: string, value: bigint, contract = token, failed = false): Hex =>
  `0x${state.send([{ contract, from: NOBODY, to, value: String(value) }], failed)}`;
const read = async (): Promise<void> => {
  for (const job of depositJobs(app.context)) await job.run();
};
const asked = (path: string, body: object, { headers }: Somebody) =>
  call(app, 'POST', `wallet/deposit/${path}`, body, { ...headers, 'idempotency-key': randomUUID() });
const historyOf = async (who: Somebody): Promise<Record<string, unknown>[]> =>
  (await asked('history', { page: 1, pageSize: 100 }, who)).body.result!['data'] as never;
const check = async (who: Somebody, hash: string): Promise<unknown> =>
  (await asked('check', { network: 'TRC20', deposit_hash: hash }, who)).body.result!['check'];
const statesOf = async (who: Somebody) => (await historyOf(who)).map(({ deposit_status }) => deposit_status);
const balanceOf = async ({ bytes }: Somebody): Promise<bigint> => {
  const { rows } = await app.context.pool.query<{ balance: bigint }>(
    `SELECT balance FROM account WHERE id = account_of((SELECT member_id FROM deposit_address WHERE address = $1), 1)`,
    [[aisyah, bo].find((each) => each.bytes === bytes)!.address],
  );
  return rows[0]?.balance ?? 0n;
};

const somebody = async (person: Awaited<ReturnType<typeof register>>): Promise<Somebody> => {
  const { accessToken } = await signIn(app, person);
  const headers = bearer(accessToken);
  const path = 'wallet/deposit/address?wallet_type=1&network=TRC20';
  const { body } = await call(app, 'GET', path, undefined, headers);
  const address = String(body.result!['deposit_address']);
  return { headers, address, bytes: addressBytes(NETWORK.TRC20, address)!.slice(2) };
};

const follow = () =>
  createTronChain({
    chainId: LOCAL_TRON_ID,
    simulated: true,
    nodes: stub.urls.map((url) => ({ url })),
    clock: Date,
  });

beforeAll(async () => {
  state.mine(3);
  stub = await startFaultyTron(state, [{}, {}, {}]);
  app = await testApp({
    env: { ...testEnv(), depositKeys: { evm: null, tron: XPUB } },
    outside: {
      tron: follow(),
      faucets: new Map([[NETWORK.TRC20, { give: (_, to, amount) => Promise.resolve(send(to.slice(2), amount)) }]]),
    },
  });
  // The networks' rows come with the first member.
  const people = [await register(app, { fullName: 'Aisyah Binti' }), await register(app, { fullName: 'Bo Lindqvist' })];
  await app.context.pool.query('UPDATE asset_network SET contract = $1 WHERE wallet_id = 1 AND network_id = 1', [
    TRON_DOLLAR.address,
  ]);
  await app.context.pool.query('UPDATE network SET confirmations = 5 WHERE id = 1');
  await read();
  [aisyah, bo] = [await somebody(people[0]!), await somebody(people[1]!)];
});
afterAll(async () => {
  await expectCoherentLedger(app.context.pool, BY_HAND);
  await app.close();
  await stub.stop();
});

describe('deposits on TRON', () => {
  it('are offered with terms of their own, to an address of one’s own', async () => {
    const { body } = await call(app, 'GET', 'wallet/deposit/options', undefined, aisyah.headers);
    expect(body.result).toEqual({
      faucet: true,
      options: [
        {
          wallet_type: 1,
          wallet_type_name: 'USDT',
          network: 'TRC20',
          deposit_minimum: '1',
          deposit_confirmations: 5,
          deposit_expected_seconds: 7,
          simulated_chain_id: LOCAL_TRON_ID,
          network_read: true,
        },
      ],
    });
    expect(aisyah.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(bo.address).not.toBe(aisyah.address);
  });

  it('are seen at once, counted, and credited once when their block is solid', async () => {
    expect((await asked('faucet', { wallet_type: 1, network: 'TRC20' }, aisyah)).body.result).toEqual({
      deposit_amount: '2000',
    });
    state.mine();
    await read();
    const [seen] = await historyOf(aisyah);
    expect(seen).toMatchObject({
      network: 'TRC20',
      deposit_status: DEPOSIT_STATUS.SEEN,
      deposit_amount: '2000',
      deposit_confirmed: 1,
      deposit_confirmations: 5,
      deposit_address: aisyah.address,
      deposit_explorer: null,
      simulated_chain_id: LOCAL_TRON_ID,
    });
    // As TRON's people spell it.
    expect(seen!['deposit_hash']).toMatch(/^[0-9a-f]{64}$/);
    state.mine(3);
    await read();
    expect(await statesOf(aisyah)).toEqual([DEPOSIT_STATUS.SEEN]);
    state.mine(1);
    for (let again = 0; again < 3; again += 1) await read();
    expect(await statesOf(aisyah)).toEqual([DEPOSIT_STATUS.CREDITED]);
    expect(await balanceOf(aisyah)).toBe(2000n * 100_000_000n);
    expect(await historyOf(bo)).toEqual([]);
  });

  it('of another token, that failed, or whose block was taken back, are never credited', async () => {
    const before = await balanceOf(bo);
    send(bo.bytes, 9n * ONE, '55'.repeat(20));
    send(bo.bytes, 9n * ONE, token, true);
    send(bo.bytes, 7n * ONE);
    state.mine();
    await read();
    expect(await statesOf(bo)).toEqual([DEPOSIT_STATUS.SEEN]);
    state.reorganise(1);
    await read();
    expect(await statesOf(bo)).toEqual([DEPOSIT_STATUS.ORPHANED]);
    state.mine(16);
    await read();
    expect(await balanceOf(bo)).toBe(before);
  });

  it('that somebody asks about are told by their hash, however it is written', async () => {
    const hash = send(bo.bytes, 2n * ONE);
    const other = send(bo.bytes, 2n * ONE, '55'.repeat(20));
    const failed = send(bo.bytes, 2n * ONE, token, true);
    expect(await check(bo, hash)).toBe('pending');
    expect(await check(bo, 'ab'.repeat(32))).toBe('unknown');
    state.mine();
    expect(await check(bo, hash.slice(2).toUpperCase())).toBe('soon');
    expect(await check(aisyah, hash)).toBe('elsewhere');
    expect(await check(bo, other)).toBe('token');
    expect(await check(bo, failed)).toBe('failed');
    await read();
    expect(await check(bo, hash)).toBe('deposit');
    expect(await check(bo, hash.slice(2))).toBe('deposit');
    state.mine(5);
    await read();
  });

  it('that came while nobody looked for long are found by the index', async () => {
    const before = await balanceOf(bo);
    for (let i = 0; i < 5; i += 1) {
      send(bo.bytes, 3n * ONE);
      state.mine(40);
    }
    send(NOBODY, 1n);
    state.mine(8);
    await read();
    expect((await balanceOf(bo)) - before).toBe(15n * 100_000_000n);
  });

  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        to: fc.nat(1),
        cents: fc.integer({ min: 1, max: 400 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 6 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('reorg' as const),
        depth: fc.integer({ min: 1, max: 3 }),
        kept: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('stand' as const), node: fc.nat(2), still: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  );
  const tryRead = async (): Promise<void> => {
    // Another worker than the one before: all that it knows is in the database.
    const scan = createDepositScan(app.context, follow());
    try {
      while (await scan.step());
    } catch (error) {
      if (!isOutsideFailure(error)) throw error;
    }
    try {
      await creditKeptDeposits(
        { ...app.context, depositKeys: { evm: null, tron: XPUB }, doubted: new Map() },
        follow(),
      );
    } catch (error) {
      if (!isOutsideFailure(error)) throw error;
    }
  };
  const onChain = (who: Somebody): bigint =>
    state.blocks
      .flatMap(({ transactions }) => transactions)
      .filter(({ failed }) => !failed)
      .flatMap(({ transfers }) => transfers)
      .filter(({ to, contract }) => to === who.bytes && contract === token)
      .reduce((sum, { value }) => sum + BigInt(value), 0n);
  const kept = async (who: Somebody): Promise<bigint> => {
    const { rows } = await app.context.pool.query<{ units: bigint }>(
      'SELECT coalesce(sum(units), 0)::bigint AS units FROM deposit WHERE address = $1 AND status = $2',
      [who.address, DEPOSIT_STATUS.KEPT],
    );
    return rows[0]!.units;
  };

  it('are credited once each though nodes lose answers, tell twice, in other orders, late and lie, and blocks are exchanged', async () => {
    const people = [aisyah, bo];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        const before = await Promise.all(people.map(async (who) => (await balanceOf(who)) + (await kept(who))));
        const came = people.map(onChain);
        const bad = { lose: 0.03, twice: 0.05, reorder: 0.3, stale: 0.05, lie: 0.05 };
        for (const node of [0, 1, 2]) stub.setFaults(node, bad);
        for (const each of steps) {
          if (each.do === 'send') send(people[each.to]!.bytes, (BigInt(each.cents) * ONE) / 100n);
          else if (each.do === 'mine') state.mine(each.blocks);
          else if (each.do === 'reorg') state.reorganise(each.depth, () => each.kept);
          else if (each.do === 'stand') stub.stand(each.node, each.still);
          else await tryRead();
        }
        for (const node of [0, 1, 2]) {
          stub.setFaults(node, {});
          stub.stand(node, false);
        }
        state.mine(16);
        await tryRead();
        await tryRead();
        for (const [at, who] of people.entries())
          expect((await balanceOf(who)) + (await kept(who)) - before[at]!).toBe((onChain(who) - came[at]!) * 100n);
      }),
      { ...SAME_HISTORIES, numRuns: 6 },
    );
    expect(Object.keys(stub.counts).toSorted()).toEqual(['lie', 'lose', 'reorder', 'stale', 'twice']);
    await expectCoherentLedger(app.context.pool, BY_HAND);
  });
});
