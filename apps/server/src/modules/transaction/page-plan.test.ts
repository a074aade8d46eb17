import { MINUTE_MS } from '@minerx/rules/duration';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import type { TransactionFilter } from './page.query.ts';
import { listTransactions } from './transaction.query.ts';

let database: TestDatabase;
let house: MoneyHouse;
let me: bigint;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  me = await house.member({ CW: '1000', RW: '1000', BTC: '10' });
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

/** So often the database plans for the values that it is given; then it must have found that one plan is as good for all. */
const TRIES = 5;
const ASKED: [string, TransactionFilter['kinds'], TransactionFilter['wallets']][] = [
  ['everything', [], []],
  ['some kinds', ['credit', 'debit'], []],
  ['some wallets', [], [WALLET.CW, WALLET.BTC]],
  ['some kinds in some wallets', ['credit', 'debit'], [WALLET.CW]],
];

it.each(ASKED)('a page of %s is planned once, not each time it is read', async (_, kinds, wallets) => {
  const one = createPool(database.url, { max: 1 });
  const filter = { kinds, wallets, stretch: { fromMs: 0, untilMs: house.clock.at + MINUTE_MS } };
  for (let time = 0; time < 2 * TRIES; time += 1) {
    const { rows } = await listTransactions(one, me, { filter, before: null, size: PAGE_SIZE });
    expect(rows).not.toEqual([]);
  }
  const { rows } = await one.query('SELECT name FROM pg_prepared_statements WHERE custom_plans > $1', [TRIES]);
  expect(rows).toEqual([]);
  await one.end();
});
