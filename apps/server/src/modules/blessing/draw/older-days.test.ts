import { createHash } from 'node:crypto';
import { encodeSeed } from '@minerx/rules/blessing-draw-proof';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copiedProof, fillPrizePool, MONEY_ONLY, packsOf } from '../../../../test/blessing-pool.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { moneyHouse, PEPPER, type MoneyHouse } from '../../../../test/money-house.ts';
import { buy } from '../../../../test/purchases.ts';
import { runMigration } from '../../../../test/run-migration.ts';
import { runVerifier } from '../../../../test/run-verifier.ts';
import { createPool } from '../../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { openBlessing } from '../blessing.command.ts';
import { listDaySeeds } from '../blessing.query.ts';
import { setPrize } from '../prizes/prize-pool.command.ts';
import { listPrizes } from '../prizes/prize-pool.query.ts';
import { keepDaySeeds } from './day-seed.command.ts';
import { openDaySeed } from './deck.ts';
import { listFalseDraws } from './draw-check.query.ts';

let database: TestDatabase;
let house: MoneyHouse;
let owner: Pool;
let memberId: bigint;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  owner = createPool(database.ownerUrl, { max: 1 });
  const phuket = { id: 9, name: 'Phuket', min: 888, weight: 1_000_000, total: 66 };
  await fillPrizePool(house.pool, [...MONEY_ONLY, phuket], { packageId: 1, count: 3 });
  await keepDaySeeds(house);
  await house.devices('x1', 2);
  memberId = await house.member({ CW: '2000' });
  await house.funnel.run(buy(memberId, 1));
});
afterAll(async () => {
  await expectCoherentLedger(house.pool);
  await owner.end();
  await house.close();
  await database.drop();
});

const open = async (place: number) => {
  const packId = (await packsOf(house.pool, memberId))[place]!.id;
  await house.funnel.run(openBlessing(memberId, { packId, index: 0, pepper: PEPPER }, null));
  return packId;
};

/** The days as they were committed to before: without their tables. */
const asBefore = async (): Promise<void> => {
  const { rows } = await owner.query<{ day: string; sealed: Buffer; key: string }>(
    `SELECT day, sealed, encode(public_key, 'hex') AS key FROM blessing_seed`,
  );
  for (const { day, sealed, key } of rows) {
    const seed = openDaySeed(house.vault, day, sealed).seed.toString('hex');
    const commitment = createHash('sha256')
      .update(encodeSeed(day, seed, key, null))
      .digest();
    await owner.query('UPDATE blessing_seed SET commitment = $2 WHERE day = $1', [day, commitment]);
    const detail = { day, commitment: commitment.toString('hex') };
    const line = {
      actor: 'job:blessing-seeds',
      action: 'blessing.commit',
      subject: `seed:${day}`,
      reason: 'daily',
    } as const;
    await inTransaction(owner, (tx) => appendAudit(tx, new Date(house.clock.at), [{ ...line, detail }]));
  }
  await owner.query(`
    SELECT watch_rows('blessing_seed', 'r.day::text', 'jsonb_build_array(r.committed_at)');
    ALTER TABLE blessing_seed DROP COLUMN table_hash, DROP COLUMN table_committed;
    ALTER TABLE blessing_prize ADD COLUMN remaining integer;
    UPDATE blessing_prize SET remaining = total - gone;
    ALTER TABLE blessing_prize DROP COLUMN gone;
    GRANT UPDATE (remaining, voucher_package_id) ON blessing_prize TO minerx_app`);
};

it('draws days that had committed to no table by that of now, and their proofs say so', async () => {
  const first = await open(0);
  const gone = (await listPrizes(house.pool)).map((prize) => [prize.id, prize.gone, prize.left]);
  const table = (await listDaySeeds(house.pool, 1))[0]!.table;
  await asBefore();
  await runMigration(database, 'committed-tables');
  expect((await listPrizes(house.pool)).map((prize) => [prize.id, prize.gone, prize.left])).toEqual(gone);
  expect((await listDaySeeds(house.pool, 2)).map((day) => day.table)).toEqual([null, null]);
  // What operators change counts from the first day that is committed to anew.
  expect((await setPrize(house, { id: 9, weight: 1, actor: 'operator:test', reason: 'test' })).from).toBe('2026-11-22');
  await house.funnel.run(buy(memberId, 1));
  const { rows } = await house.pool.query(`SELECT DISTINCT encode(table_hash, 'hex') AS hash FROM blessing_deck`);
  expect(rows).toEqual([{ hash: table }]);

  house.clock.at += 86_400_000;
  await keepDaySeeds(house);
  expect((await listDaySeeds(house.pool, 1))[0]!.table).not.toBe(table);
  for (const packId of [first, await open(4)]) {
    const proof = await copiedProof(house.pool, memberId, packId);
    expect(proof.draw.table_committed).toBe(false);
    expect(await runVerifier('verify-blessing.mjs', JSON.stringify(proof))).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^proven: .* but the prize table/),
    });
    const claimed = { ...proof, draw: { ...proof.draw, table_committed: true } };
    expect((await runVerifier('verify-blessing.mjs', JSON.stringify(claimed))).code).toBe(1);
  }
  expect(await listFalseDraws(house.pool, house.vault)).toEqual([]);
});
