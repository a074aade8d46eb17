import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { together, type Statements } from './packet.ts';
import { createPool } from './pool.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

/** Statements that leave together, against the real driver and database. */

let database: TestDatabase;
let pool: Pool;
let client: PoolClient;
let db: Statements;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, { max: 1, work: 'ledger' });
});
beforeEach(async () => {
  client = await pool.connect();
  db = together(client);
});
afterEach(() => client.release());
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rowsOf = async (name: string, text: string, values: unknown[] = []): Promise<unknown[][]> =>
  (await db.query({ name, text, values })).rows;
const outcomes = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as { code: string }).code,
  );

const COUNT = ['packet_count', 'SELECT n FROM generate_series(1, $1::integer) AS n'] as const;
const DIVIDE = ['packet_divide', 'SELECT 1 / $1::integer'] as const;

it('each has its own answer, in our types, also where one is asked twice or has no rows', async () => {
  const asked = [
    rowsOf(...COUNT, [2]),
    rowsOf(
      'packet_types',
      `SELECT 9007199254740993::bigint, 'x', NULL, TIMESTAMPTZ '2026-11-20 01:00+00', '{"a":1}'::jsonb`,
    ),
    rowsOf('packet_nothing', 'SELECT WHERE false'),
    rowsOf(...COUNT, [1]),
  ];
  const types = [9007199254740993n, 'x', null, new Date('2026-11-20T01:00:00Z'), { a: 1 }];
  expect(await Promise.all(asked)).toEqual([[[1], [2]], [types], [], [[1]]]);
});

it('they leave as one: the database hears of all before it answers', async () => {
  const sent: Buffer[] = [];
  const { stream } = (client as unknown as { connection: { stream: { write(bytes: Buffer): boolean } } }).connection;
  const { write } = stream;
  stream.write = (bytes) => {
    sent.push(bytes);
    return write.call(stream, bytes);
  };
  await Promise.all([rowsOf(...COUNT, [1]), rowsOf(...COUNT, [2]), rowsOf(...COUNT, [3])]);
  stream.write = write;
  expect(sent).toHaveLength(1);
});

it('one that fails takes those behind it along, and nothing of them takes place; the connection goes on', async () => {
  const write = (n: number) => rowsOf('packet_write', `INSERT INTO outbox (topic, payload) VALUES ('packet', $1)`, [n]);
  const failing = [
    rowsOf('packet_begin', 'BEGIN'),
    write(1),
    rowsOf(...DIVIDE, [0]),
    rowsOf('packet_unheard', 'SELECT 5'),
    rowsOf('packet_commit', 'COMMIT'),
  ];
  expect(await outcomes(failing)).toEqual([[], [], '22012', '22012', '22012']);
  await client.query('ROLLBACK');
  // What was not heard of is prepared anew, and what was is not.
  expect(await outcomes([rowsOf('packet_unheard', 'SELECT 5'), rowsOf(...DIVIDE, [1]), write(2)])).toEqual([
    [[5]],
    [[1]],
    [],
  ]);
  expect(await rowsOf('packet_read', `SELECT payload FROM outbox WHERE topic = 'packet'`)).toEqual([[2]]);
});

it('a statement that cannot be read fails alone with those behind it, and can be asked again', async () => {
  expect(await outcomes([rowsOf('packet_wrong', 'SELECT nothing'), rowsOf(...COUNT, [1])])).toEqual(['42703', '42703']);
  expect(await outcomes([rowsOf(...COUNT, [1]), rowsOf('packet_wrong', 'SELECT 1')])).toEqual([[[1]], [[1]]]);
});

it('a value that cannot be told, and a name that is taken, send nothing', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const told = [rowsOf(...COUNT, [1]), rowsOf('packet_circle', 'SELECT $1::text', [circle])];
  for (const outcome of await Promise.allSettled(told)) expect(outcome.status).toBe('rejected');
});

it('when the connection breaks all that were asked fail', async () => {
  const breaking = [
    rowsOf(...COUNT, [1]),
    rowsOf('packet_end', 'SELECT pg_terminate_backend(pg_backend_pid())'),
    rowsOf(...COUNT, [1]),
  ];
  const [first, ...others] = await outcomes(breaking);
  expect([first, ...others]).toEqual([[[1]], '57P01', '57P01']);
});
