import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS, depositWorld, type DepositWorld } from '../../../../test/chain/deposit-world.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { creditKeptDeposits } from '../../../jobs/chain/deposits.ts';

const log = pino({ level: 'silent' });
const ONE = 10n ** 18n;

let database: TestDatabase;
let world: DepositWorld;

beforeAll(async () => {
  database = await testDatabase();
  world = await depositWorld(database);
});
afterAll(async () => {
  await expectCoherentLedger(world.house.pool);
  await world.close();
  await database.drop();
});

const mineAndRead = async (blocks: number): Promise<void> => {
  const { house, stub, chain } = world;
  for (let block = 0; block < blocks; block += 1) stub.state.mine();
  const scan = world.scan();
  while (await scan.step());
  await creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, chain);
};
const statusOf = async (memberId: bigint): Promise<number | undefined> => {
  const { rows } = await world.house.pool.query<{ status: number }>('SELECT status FROM deposit WHERE member_id = $1', [
    memberId,
  ]);
  return rows[0]?.status;
};

test('a deposit waits for its chain’s own finality, however many blocks stand on it', async () => {
  const { house, stub } = world;
  stub.state.finalAfter = 300;
  const { id, address } = await world.depositor();
  stub.state.pay(DEPOSIT_DOLLAR, address, 5n * ONE);
  await mineAndRead(250);
  expect(await statusOf(id)).toBe(DEPOSIT_STATUS.SEEN);
  expect(await house.balance(id, 'USDT')).toBe(0n);

  await mineAndRead(51);
  expect(await statusOf(id)).toBe(DEPOSIT_STATUS.CREDITED);
  expect(await house.balance(id, 'USDT')).toBe(500_000_000n);
});
