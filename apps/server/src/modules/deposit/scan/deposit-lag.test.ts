import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS, depositWorld, type DepositWorld } from '../../../../test/chain/deposit-world.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { creditKeptDeposits } from '../../../jobs/chain/deposits.ts';
import { isOutsideFailure } from '../../../outside/failure.ts';

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
