import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { testDatabase } from '../../src/db/test-database.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { SAME_HISTORIES } from '../same-histories.ts';
import { openStage, type Stage } from './history.ts';
import { anyStep } from './steps.ts';

/** `npm run faults -- model` plays ten thousand of them. */
const RUNS = 20;

describe('random commands against books kept on paper', () => {
  let database: TestDatabase;
  let stage: Stage;
  beforeAll(async () => {
    database = await testDatabase();
    stage = await openStage(database);
  });
  afterAll(async () => {
    await stage.close();
    await database.drop();
  });

  it(`agree after every command of ${RUNS} histories`, { timeout: 180_000 }, async () => {
    const histories = fc.array(anyStep, { minLength: 10, maxLength: 50, size: 'max' });
    await fc.assert(
      fc.asyncProperty(histories, (steps) => stage.play(steps)),
      { ...SAME_HISTORIES, numRuns: RUNS, interruptAfterTimeLimit: 150_000 },
    );
  });

  it('holds when a contract refuses an item, and its payout is what was asked for', async () => {
    await stage.play([
      { do: 'issue', member: 0, rarity: 'rare' },
      { do: 'askNft', pick: 41 },
      { do: 'approveNft', pick: 55, operator: 'ben' },
      { do: 'endNft', pick: 2, how: 'failed' },
    ]);
  });
});
