import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS, depositWorld, type DepositWorld } from '../../../../test/chain/deposit-world.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { creditKeptDeposits } from '../../../jobs/chain/deposits.ts';
import { isOutsideFailure, OutsideFailure } from '../../../outside/failure.ts';
import { readVitalSigns } from '../../system/vital-signs.query.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let world: DepositWorld;

beforeAll(async () => {
  database = await testDatabase();
  world = await depositWorld(database, [{}, {}, {}]);
});
afterAll(async () => {
  await expectCoherentLedger(world.house.pool);
  await world.close();
  await database.drop();
});

/** Nodes that are behind when they are asked for transfers, and nowhere else: another machine answers behind the same address. */
const lagging = () => ({
  ...world.chain,
  transfers: async (query: Parameters<typeof world.chain.transfers>[0]) => {
    for (const node of [1, 2]) world.stub.setFaults(node, { stale: 1 });
    try {
      return await world.chain.transfers(query);
    } finally {
      for (const node of [1, 2]) world.stub.setFaults(node, {});
    }
  },
});

test('nodes that do not have a block yet say nothing of what stands in it: it is not passed over', async () => {
  const { id, address } = await world.depositor();
  const { state } = world.stub;
  const late = world.scan({ reader: lagging() });
  await late.step().catch((error: unknown) => expect(isOutsideFailure(error)).toBe(true));
  state.pay(DEPOSIT_DOLLAR, address, 10n ** 19n);
  state.mine();
  await expect(late.step()).rejects.toMatchObject({ reason: 'not_ready' });
  const scan = world.scan();
  await scan.step();
  for (let n = 0; n < 6; n += 1) state.mine();
  await scan.step();
  await creditKeptDeposits({ ...world.house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, world.chain);
  expect(await world.house.balance(id, 'USDT')).toBe(1_000_000_000n);
});

test('nor far from the head, after days away', async () => {
  const { id, address } = await world.depositor();
  const { state } = world.stub;
  await world.scan().step();
  state.pay(DEPOSIT_DOLLAR, address, 10n ** 19n);
  state.mine();
  for (let n = 0; n < 300; n += 1) state.mine();
  const short = {
    ...world.chain,
    // They have lost the newest blocks of the stretch.
    transfers: async (query: Parameters<typeof world.chain.transfers>[0]) => {
      const taken = state.blocks.splice(query.fromBlock);
      try {
        return await world.chain.transfers(query);
      } finally {
        state.blocks.push(...taken);
      }
    },
  };
  await expect(world.scan({ reader: short }).step()).rejects.toMatchObject({ reason: 'not_ready' });
  const scan = world.scan();
  while (await scan.step());
  await creditKeptDeposits({ ...world.house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, world.chain);
  expect(await world.house.balance(id, 'USDT')).toBe(1_000_000_000n);
});

test('a block that is no child of the one before is not read on', async () => {
  const { state } = world.stub;
  await world.scan().step();
  state.mine();
  const other: typeof world.chain = {
    ...world.chain,
    block: async (number) => {
      const block = await world.chain.block(number);
      return block && { ...block, parentHash: `0x${'ee'.repeat(32)}` };
    },
  };
  await expect(world.scan({ reader: other }).step()).rejects.toMatchObject({ reason: 'not_ready' });
  await world.scan().step();
});

test('blocks near the head are asked about by their hash, where a chain has that question', async () => {
  const { state } = world.stub;
  await world.depositor();
  const asked: unknown[] = [];
  const listening = (asksByHash: boolean): typeof world.chain => ({
    ...world.chain,
    asksByHash,
    transfers: (query) => {
      asked.push(query.blockHash);
      return world.chain.transfers(query);
    },
  });
  for (const asksByHash of [true, false]) {
    asked.length = 0;
    state.mine();
    await world.scan({ reader: listening(asksByHash) }).step();
    expect(asked).toEqual([asksByHash ? (await world.chain.head()).hash : undefined]);
  }
});

test('what is final is looked at once more: of a block that has that number no longer nothing is kept', async () => {
  const { id, address } = await world.depositor();
  const { state } = world.stub;
  state.pay(DEPOSIT_DOLLAR, address, 10n ** 19n);
  state.mine();
  const { number } = await world.chain.head();
  state.mine();
  // The cursor stands behind its block from here on.
  await world.scan().step();
  const other: typeof world.chain = {
    ...world.chain,
    block: async (asked) => {
      const block = await world.chain.block(asked);
      return block && asked === number ? { ...block, hash: `0x${'ee'.repeat(32)}` } : block;
    },
  };
  for (let n = 0; n < 6; n += 1) state.mine();
  const balance = async () => {
    await creditKeptDeposits({ ...world.house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, world.chain);
    return world.house.balance(id, 'USDT');
  };
  await world.scan({ reader: other }).step();
  expect(await balance()).toBe(0n);
  await world.scan().step();
  expect(await balance()).toBe(1_000_000_000n);
});

test('of two workers the second finds the cursor moved, and books nothing', async () => {
  const { id, address } = await world.depositor();
  const { state } = world.stub;
  await world.scan().step();
  state.pay(DEPOSIT_DOLLAR, address, 10n ** 19n);
  state.mine();
  const overtaken: typeof world.chain = {
    ...world.chain,
    transfers: async (query) => {
      const found = await world.chain.transfers(query);
      await world.scan().step();
      return found;
    },
  };
  await expect(world.scan({ reader: overtaken }).step()).rejects.toMatchObject({ reason: 'not_ready' });
  const { rows } = await world.house.pool.query('SELECT FROM deposit WHERE member_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('a chain that cannot be followed is told by the age of its last reading', async () => {
  const { house, stub, chain } = world;
  const age = async (): Promise<number | null> =>
    (await readVitalSigns(house.pool, house.clock.at)).find(({ name }) => name === 'chain_read_age_seconds')!.value;
  stub.state.mine();
  while (await world.scan().step());
  expect(await age()).toBe(0);

  stub.state.mine();
  house.clock.at += 700_000;
  const contradicting = { ...chain, block: () => Promise.reject(new OutsideFailure('chain-2', 'implausible', 'two')) };
  await expect(world.scan({ reader: contradicting }).step()).rejects.toThrow();
  expect(await age()).toBe(700);
  while (await world.scan().step());
  expect(await age()).toBe(0);

  // A real chain that makes no blocks is not read either; a simulated one rests.
  house.clock.at += 800_000;
  await world.scan({ reader: { ...chain, simulated: false } }).step();
  expect(await age()).toBe(800);
  await world.scan().step();
  expect(await age()).toBe(0);
});
