import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSql } from '../../../../scripts/sql/check.ts';
import { checkGrowth } from '../../../../scripts/sql/growth.ts';
import { readStatements } from '../../../../scripts/sql/statements.ts';
import { testDatabase } from '../../src/db/test-database.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';

/** Each on a line of its own: what it asks, and what the check says about it. */
const STATEMENTS: [code: string, words: RegExp | null][] = [
  ["pool.query<{ id: bigint; at: Date | null }>('SELECT id, frozen_at AS at FROM member WHERE id = $1', [1n])", null],
  ["pool.query<[number, string]>({ rowMode: 'array', text: 'SELECT id, name FROM country', values: [] })", null],
  ["pool.query('SELECT nothing FROM member')", /column "nothing" does not exist/],
  ["pool.query('UPDATE member SET language = $2 WHERE id = $1', [1n])", /2 parameters, 1 values/],
  ["pool.query<{ id: number }>('SELECT id FROM member')", /id is int8 and declared number/],
  ["pool.query<{ id: bigint; name: string }>('SELECT id FROM member')", /declares name, which is no column/],
  ["pool.query<{ id: bigint }>('SELECT id, username FROM member')", /column username is not declared/],
  ["pool.query<{ at: Date }>('SELECT frozen_at AS at FROM member')", /at may be null in its table/],
  ["pool.query<{ at: Date }>('SELECT frozen_at AS at FROM member WHERE frozen_at IS NOT NULL')", null],
  ["pool.query<[bigint]>({ rowMode: 'array', text: 'SELECT id, username FROM member' })", /2 columns, 1 declared/],
  [
    "pool.query<{ ids: bigint[] }>('SELECT array_agg(id) AS ids FROM country')",
    /ids is int4\[\] and declared bigint\[\]/,
  ],
  ["ask<[bigint]>(`SELECT id FROM ${table('member')}`, [])", null],
  ["ask<[string]>('SELECT id FROM member', [])", /0 is int8 and declared string/],
  ["reader.read<[string]>('SELECT id FROM member', [])", /0 is int8 and declared string/],
  ["reader.read<[bigint]>('SELECT id FROM member WHERE id = $1', [])", /1 parameters, 0 values/],
  ["pool.query(`SELECT id FROM member ${process.argv.join('')}`)", null],
  ['[`DELETE FROM nowhere`].forEach((text) => pool.query(text))', /relation "nowhere" does not exist/],
];

const HEAD = `import type { Pool } from 'pg';
declare const pool: Pool;
declare const reader: { read<R extends unknown[]>(text: string, values: unknown[]): Promise<R[]> };
const table = (name: string): string => \`\${name} t\`;
const ask = async <Row extends unknown[]>(text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>({ text, values, rowMode: 'array' })).rows;
`;

let database: TestDatabase;
let root: string;
let wrong: string[];
beforeAll(async () => {
  database = await testDatabase();
  root = mkdtempSync(join(tmpdir(), 'minerx-statements-'));
  mkdirSync(join(root, 'node_modules'));
  const modules = join(import.meta.dirname, '../../../../node_modules');
  for (const name of ['@types', 'pg', 'pg-protocol', 'pg-types'])
    symlinkSync(join(modules, name), join(root, 'node_modules', name));
  const compilerOptions = { module: 'nodenext', target: 'es2024', strict: true, skipLibCheck: true, types: ['node'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['code.ts'] }));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'code.ts'), HEAD + STATEMENTS.map(([code]) => `void ${code};\n`).join(''));
  const reading = readStatements(join(root, 'tsconfig.json'), root, (path) => path === 'code.ts');
  ({ wrong } = await checkSql(reading, database.ownerUrl));
});
afterAll(async () => {
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

describe('the check of statements', () => {
  it.each(STATEMENTS.map(([code, words], index) => ({ code, words, index })))('says of $code', ({ words, index }) => {
    const line = index + HEAD.split('\n').length;
    const said = wrong.filter((one) => one.startsWith(`code.ts:${line}: `)).join('\n');
    if (words === null) expect(said).toBe('');
    else expect(said).toMatch(words);
  });
});

/** What each reads in a database that has grown; null where it reads no more than it answers with. */
const PLANNED: [sql: string, words: string | null][] = [
  ['SELECT id FROM member WHERE email_key = $1', null],
  ['SELECT id FROM member WHERE full_name = $1', 'reads all of member, which grows'],
  ['SELECT count(*) FROM reward', 'reads all of reward, which grows'],
  ['SELECT * FROM country', null],
  ['SELECT id FROM member ORDER BY id DESC LIMIT 20', null],
  ['SELECT id FROM member ORDER BY full_name LIMIT 20', 'reads all of member, which grows'],
  ['SELECT m.email FROM miner_order o JOIN member m ON m.id = o.member_id WHERE o.id = $1', null],
  ['SELECT sum(hashes) FROM device_minute', 'reads all of device_minute, which grows'],
  ['DELETE FROM session WHERE expires_at < $1', 'reads all of session, which grows'],
  // Half of the orders may be live: an index of these is as long as the table.
  ['SELECT sum(amount_units) FROM miner_order WHERE status IN (1, 8)', 'reads all of miner_order, which grows'],
  ['SELECT id FROM miner_order WHERE status = ANY ($1)', 'reads all of miner_order, which grows'],
  ["SELECT count(*) FROM hold WHERE state = 'open' AND deadline_at < $1", null],
  ['SELECT /* whole member: once a year */ count(*) FROM member', null],
  [
    'SELECT /* whole member: once a year */ email FROM member WHERE id = $1',
    'says that it reads all of member, and does not',
  ],
];

it('the check of growth says of each statement which table it would read whole', async () => {
  const grown = await testDatabase();
  const found = await checkGrowth(
    PLANNED.map(([sql]) => ({ at: sql, sql })),
    grown.ownerUrl,
  );
  expect(found).toEqual(PLANNED.flatMap(([sql, words]) => (words === null ? [] : [`${sql}: ${words}`])));
  await grown.drop();
});
