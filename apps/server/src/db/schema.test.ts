import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
  has_default: boolean;
};

/** The column lists of `schema.ts`, read from its text: types are gone when the program runs. */
function readSchemaFile(): Map<string, Map<string, string>> {
  const text = [
    './schema.ts',
    './schema-access.ts',
    './schema-content.ts',
    './schema-nft.ts',
    './schema-blessing.ts',
    './schema-staking.ts',
    './schema-device.ts',
    './schema-integrity.ts',
    './schema-settlement.ts',
  ]
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n');
  const bodies = new Map(
    [...text.matchAll(/export type (\w+) = \{([^}]*)\};/g)].map((found) => [found[1] ?? '', found[2] ?? '']),
  );
  const columnsOf = (body: string): Map<string, string> =>
    new Map([...body.matchAll(/(\w+): ([^;\n]+?)\s*(?:;|$)/gm)].map((found) => [found[1] ?? '', found[2] ?? '']));
  const tables = columnsOf(bodies.get('Database') ?? '');
  return new Map([...tables].map(([table, type]) => [table, columnsOf(bodies.get(type) ?? '')]));
}

async function readRealColumns(): Promise<Column[]> {
  const { rows } = await database.pool.query<Column>(
    `SELECT c.table_name, c.column_name, c.data_type, c.is_nullable,
            c.column_default IS NOT NULL OR c.is_identity = 'YES' AS has_default
       FROM information_schema.columns c JOIN pg_class k ON k.relname = c.table_name AND k.relnamespace = 'public'::regnamespace
      WHERE c.table_schema = 'public' AND NOT k.relispartition AND k.relkind IN ('r', 'p')`,
  );
  return rows;
}

const READ_AS: Record<string, RegExp> = {
  bigint: /\bbigint\b/,
  integer: /\bnumber\b/,
  smallint: /\bnumber\b/,
  'double precision': /\bnumber\b/,
  boolean: /\bboolean\b/,
  'timestamp with time zone': /\bDate\b/,
  bytea: /\bBuffer\b/,
  jsonb: /\bJson\b/,
  numeric: /\bBigNumeric\b|string \| null/,
  date: /\bDay\b/,
  uuid: /\bstring\b/,
  ARRAY: /\[\]/,
  text: /\bstring\b|\x27/,
  character: /\bstring\b/,
};

describe('schema.ts', () => {
  it('names exactly the tables and columns of the database', async () => {
    const written = [...readSchemaFile()].flatMap(([table, columns]) =>
      [...columns.keys()].map((column) => `${table}.${column}`),
    );
    const real = (await readRealColumns()).map((column) => `${column.table_name}.${column.column_name}`);
    expect(written.sort()).toEqual(real.sort());
  });

  it('gives every column its kind, its null and its default', async () => {
    const written = readSchemaFile();
    const wrong = (await readRealColumns()).filter((column) => {
      const type = written.get(column.table_name)?.get(column.column_name) ?? '';
      const nullable = /\| null/.test(type) === (column.is_nullable === 'YES');
      const generated = type.startsWith('Generated') === column.has_default;
      return !(READ_AS[column.data_type]?.test(type) ?? false) || !nullable || !generated;
    });
    expect(wrong).toEqual([]);
  });
});

describe('the app role', () => {
  const history = [
    'transfer',
    'posting',
    'audit',
    'command',
    'reward',
    'wallet_price',
    'schema_migration',
    'database_mark',
  ];

  it.each(history)('cannot rewrite %s', async (table) => {
    await expect(database.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(database.pool.query(`TRUNCATE ${table}`)).rejects.toThrow('permission denied');
    const { rows } = await database.pool.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND is_identity = 'NO' LIMIT 1",
      [table],
    );
    const column = rows[0]?.column_name ?? '';
    await expect(database.pool.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow('permission denied');
  });

  // Where something goes, what it costs and what was committed to: said once.
  it.each([
    ['nft_withdrawal', ['nft_id', 'member_id', 'fee_units', 'hold_owner_id', 'network', 'address', 'created_at']],
    ['nft', ['id', 'token', 'category_id']],
    ['blessing_prize', ['id', 'name', 'min_units', 'max_units']],
    ['email_code', ['email_key', 'purpose', 'code_hash', 'created_at', 'expires_at']],
    ['staking_order', ['member_id', 'wallet_id', 'amount_units', 'amount2_units', 'hold_owner_id', 'ends_at']],
    ['withdrawal_address', ['address', 'usable_at']],
    ['settlement_day', ['segments', 'pool_fee_ppm', 'price_units', 'simulated']],
    ['settlement_figures', ['band_ppm', 'payout_numerator', 'payout_sat']],
    ['device_day', ['measured', 'filled', 'cut', 'pool_hashes']],
    ['pool_payout', ['reward_sat', 'source', 'transfer_id']],
    ['pool_worker_day', ['hashes']],
    ['device_minute', ['day', 'device_id', 'minute']],
  ])('cannot change of %s what was settled when it was made', async (table, columns) => {
    for (const column of columns)
      await expect(database.pool.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow(
        'permission denied',
      );
  });

  it('cannot note a migration as applied', async () => {
    await expect(database.pool.query("INSERT INTO schema_migration VALUES (999, 'x', 'x')")).rejects.toThrow(
      'permission denied',
    );
  });

  it('cannot say what the database is for', async () => {
    await expect(database.pool.query("INSERT INTO database_mark (purpose) VALUES ('production')")).rejects.toThrow(
      'permission denied',
    );
  });

  it('cannot make or drop tables', async () => {
    await expect(database.pool.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
    await expect(database.pool.query('DROP TABLE posting')).rejects.toThrow('must be owner');
  });

  it('makes the partition of a day through the one function for it', async () => {
    await database.pool.query("SELECT ensure_device_minute_day('2026-11-20'), ensure_device_minute_day('2026-11-20')");
    await database.pool.query("INSERT INTO device_minute VALUES ('2026-11-20', 1, 0, 5, 60, 0, 0)");
    const { rows } = await database.pool.query('SELECT day, hashes FROM device_minute');
    expect(rows).toEqual([{ day: '2026-11-20', hashes: 5n }]);
  });
});
