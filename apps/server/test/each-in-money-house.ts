import { afterEach, beforeEach } from 'vitest';
import { testDatabase, type TestDatabase } from '../src/db/test-database.ts';
import { expectCoherentLedger } from './coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from './money-house.ts';

/**
 * A house of its own for each test of the group; the whole ledger must be coherent when it ends.
 * @param madeUp equations that made-up commands of the test break on purpose
 */
export const eachInMoneyHouse = (
  enter: (house: MoneyHouse, database: TestDatabase) => void,
  madeUp: readonly string[] = [],
): void => {
  let database: TestDatabase;
  let house: MoneyHouse;
  beforeEach(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    enter(house, database);
  });
  afterEach(async () => {
    await expectCoherentLedger(house.pool, madeUp);
    await house.close();
    await database.drop();
  });
};
