import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstIdOf, uuidV7 } from '../../base/ids.ts';
import { migrate } from '../../db/migrate.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { LEDGER_EQUATIONS } from '../../ledger/ledger.equations.ts';

import { keepLedgerMonths } from './ledger-month.command.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
const HOUSE = 9n * 16n + 1n;
const MEMBER = 1000n * 16n + 1n;

let database: TestDatabase;
let owner: Pool;
beforeEach(async () => {
  database = await testDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

const idOf = (time: string): string =>
  uuidV7({ now: () => Date.parse(time) }, { bytes: (count) => randomBytes(count) });
const move = async (db: Pool, id: string, reverses: string | null = null): Promise<string> => {
  await db.query('INSERT INTO transfer (id, kind, member_id, reverses) VALUES ($1, $2, 1000, $3)', [
    id,
    'credit',
    reverses,
  ]);
  await db.query('INSERT INTO posting VALUES ($1, 0, 1, $2, $3, 5)', [id, HOUSE, MEMBER]);
  return id;
};
const all = async <Row>(db: Pool, sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await db.query(sql, values)).rows as Row[];
/** Where each transfer lies, oldest first; `until` is what was there before the months. */
const places = async (): Promise<string[]> =>
  (await all<{ part: string }>(owner, 'SELECT tableoid::regclass::text AS part FROM transfer ORDER BY id')).map(
    ({ part }) => part.replace(/_until_\d+$/, '_until'),
  );
const month = async (later: number): Promise<string> =>
  (
    await all<{ day: string }>(
      owner,
      `SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + $1 * interval '1 month')::date AS day`,
      [later],
    )
  )[0]!.day;
const partOf = (day: string): string => `transfer_${day.slice(0, 4)}${day.slice(5, 7)}`;
const broken = async (): Promise<string[]> =>
  (await all<{ id: string }>(owner, LEDGER_EQUATIONS.find(({ name }) => name === 'transfers')!.rows)).map(
    ({ id }) => id,
  );

describe('a ledger from before the months', () => {
  /** As it stood before 115, with a reversal and something of each table that names a transfer. */
  const before = async (): Promise<{ first: string; reversal: string; files: unknown[] }> => {
    await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const folder = mkdtempSync(join(tmpdir(), 'minerx-migrations-'));
    for (const file of readdirSync(MIGRATIONS).filter((name) => name < '115'))
      copyFileSync(join(MIGRATIONS, file), join(folder, file));
    await migrate(database.ownerUrl, { folder });
    const first = await move(owner, idOf('2026-01-05T00:00:00Z'));
    const reversal = await move(owner, idOf('2026-02-05T00:00:00Z'), first);
    await owner.query(`INSERT INTO liquidity_change VALUES ('${firstIdOf(1)}', 1, 5, 'r', 'a', now(), 'b', $1)`, [
      first,
    ]);
    return { first, reversal, files: await files('transfer', 'posting') };
  };
  const files = (...tables: string[]): Promise<unknown[]> =>
    all(owner, 'SELECT pg_relation_filenode(t) AS file FROM unnest($1::text[]) t', [tables]);

  it('becomes the first part whole, its files as they were', async () => {
    const { first, reversal, files: were } = await before();
    await migrate(database.ownerUrl);
    const until = (
      await all<{ name: string }>(
        owner,
        `SELECT relname AS name FROM pg_class WHERE relname ~ '^(transfer|posting)_until_\\d+$' ORDER BY 1 DESC`,
      )
    ).map(({ name }) => name);
    expect(await files(...until)).toEqual(were);
    expect(await all(database.pool, 'SELECT id FROM transfer ORDER BY id')).toEqual([{ id: first }, { id: reversal }]);
    expect(
      await all(database.pool, 'SELECT sum(amount)::integer AS sum FROM posting WHERE destination = $1', [MEMBER]),
    ).toEqual([{ sum: 10 }]);
    expect(await places()).toEqual(['transfer_until', 'transfer_until']);
    expect(await broken()).toEqual([]);
    // Every index of it serves the whole: none was made a second time.
    for (const table of ['transfer', 'posting'])
      expect(
        await all(
          owner,
          `SELECT FROM pg_index i JOIN pg_inherits p ON p.inhrelid = i.indrelid WHERE p.inhparent = $1::regclass
                                 AND NOT EXISTS (SELECT FROM pg_inherits x WHERE x.inhrelid = i.indexrelid)`,
          [table],
        ),
      ).toEqual([]);
  });

  it('keeps what was refused before: a second reversal, one of nothing, a record of a transfer that is not there', async () => {
    const { first } = await before();
    await migrate(database.ownerUrl);
    await expect(move(database.pool, idOf('2026-03-05T00:00:00Z'), first)).rejects.toThrow('reversal_pkey');
    await expect(move(database.pool, idOf('2026-03-05T00:00:00Z'), firstIdOf(7))).rejects.toThrow('foreign key');
    await expect(owner.query('UPDATE liquidity_change SET transfer_id = $1', [firstIdOf(7)])).rejects.toThrow(
      'foreign key',
    );
    await expect(owner.query('DELETE FROM transfer WHERE id = $1', [first])).rejects.toThrow('foreign key');
  });

  it('ends behind whatever is there, also where a clock ran ahead', async () => {
    await before();
    const ahead = await move(owner, idOf('2031-06-15T00:00:00Z'));
    await migrate(database.ownerUrl);
    expect(await places()).toEqual(['transfer_until', 'transfer_until', 'transfer_until']);
    await move(database.pool, idOf('2031-07-15T00:00:00Z'));
    await move(database.pool, idOf('2031-08-15T00:00:00Z'));
    expect((await places()).slice(2)).toEqual(['transfer_until', 'transfer_until', 'transfer_rest']);
    expect(await all(database.pool, 'SELECT FROM transfer WHERE id = $1', [ahead])).toHaveLength(1);
  });
});

describe('the months of the ledger', () => {
  const warned: unknown[] = [];
  const makeRoom = (day: string): Promise<void> =>
    keepLedgerMonths({
      pool: database.pool,
      clock: { now: () => Date.parse(day) },
      log: { warn: (of: unknown) => warned.push(of) } as never,
    })();
  beforeEach(() => void warned.splice(0));

  it('take what is of their time, the first moment and the last', async () => {
    const [third, fourth, fifth] = [await month(3), await month(4), await month(5)];
    await makeRoom(await month(2));
    await move(database.pool, firstIdOf(Date.parse(third)));
    await move(database.pool, idOf(new Date(Date.parse(fourth) - 1).toISOString()));
    await move(database.pool, firstIdOf(Date.parse(fourth)));
    await move(database.pool, firstIdOf(Date.parse(fifth)));
    expect(await places()).toEqual([partOf(third), partOf(third), partOf(fourth), 'transfer_rest']);
    expect(
      await all(owner, 'SELECT replace(tableoid::regclass::text, $1, $2) AS part FROM posting ORDER BY transfer_id', [
        'posting',
        'transfer',
      ]),
    ).toEqual((await places()).map((part) => ({ part })));
    expect(warned).toEqual([]);
  });

  it('are made once, by however many ask at the same time', async () => {
    const day = await month(7);
    await Promise.all([makeRoom(day), makeRoom(day), makeRoom(day)]);
    await move(database.pool, firstIdOf(Date.parse(day)));
    expect(await places()).toEqual([partOf(day)]);
  });

  it('leave what came before their room was made where it is, and say so; nothing of it is lost or moved', async () => {
    const day = await month(8);
    const id = await move(database.pool, firstIdOf(Date.parse(day)));
    await makeRoom(day);
    expect(warned).toEqual([{ month: day }]);
    expect(await places()).toEqual(['transfer_rest']);
    await move(database.pool, firstIdOf(Date.parse(await month(9))));
    expect(await places()).toEqual(['transfer_rest', partOf(await month(9))]);
    expect(await all(database.pool, 'SELECT id FROM transfer WHERE id = $1', [id])).toEqual([{ id }]);
    expect(await broken()).toEqual([]);
  });

  it('are of a century that can be', async () => {
    for (const day of ['2019-12-31', '2100-01-01', 'infinity', null])
      await expect(database.pool.query('SELECT ensure_ledger_month($1)', [day])).rejects.toThrow('no room');
  });

  it('are no way around what the app may not do', async () => {
    const day = await month(3);
    await makeRoom(day);
    for (const part of [partOf(day), 'transfer_rest', 'posting_rest'])
      for (const words of [
        `SELECT FROM ${part}`,
        `INSERT INTO ${part} DEFAULT VALUES`,
        `DELETE FROM ${part}`,
        `DROP TABLE ${part}`,
      ])
        await expect(database.pool.query(words)).rejects.toThrow(/permission denied|must be owner/);
    await expect(database.pool.query(`ALTER TABLE transfer DETACH PARTITION ${partOf(day)}`)).rejects.toThrow(
      'must be owner',
    );
    await expect(database.pool.query('INSERT INTO reversal VALUES ($1, $1)', [firstIdOf(1)])).rejects.toThrow(
      'permission denied',
    );
  });

  it('are all looked at where they end, whatever an id says', async () => {
    const day = await month(3);
    await makeRoom(day);
    const ids = [firstIdOf(1), firstIdOf(Date.parse(day)), idOf('2099-12-31T00:00:00Z')];
    for (const id of ids) await move(database.pool, id);
    expect(await all(database.pool, 'SELECT id FROM last_transfers() ORDER BY id')).toEqual(ids.map((id) => ({ id })));
    expect(await all(database.pool, 'SELECT transfer_id AS id FROM last_postings() ORDER BY 1')).toEqual(
      ids.map((id) => ({ id })),
    );
  });

  it('hold a reversal that was written past the trigger against its own table', async () => {
    const [reversed, first, second] = [
      idOf('2026-01-01T00:00:00Z'),
      idOf('2026-01-02T00:00:00Z'),
      idOf('2026-01-03T00:00:00Z'),
    ];
    await move(database.pool, reversed);
    await move(database.pool, first, reversed);
    expect(await broken()).toEqual([]);
    await owner.query('SET session_replication_role = replica');
    await move(owner, second, reversed);
    expect(await broken()).toEqual([second]);
  });
});
