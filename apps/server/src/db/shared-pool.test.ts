import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPool } from './pool.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

/** Statements of one kind of work that has two connections, asked for at once. */

let database: TestDatabase;
let pool: Pool;
let taken: number;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => {
  pool = createPool(database.url, { max: 5, work: 'requests' });
  taken = 0;
  pool.on('acquire', () => (taken += 1));
});
afterEach(() => pool.end());
afterAll(() => database.drop());

const number = async (n: unknown): Promise<number> =>
  (await pool.query<{ n: number }>({ name: 'shared_number', text: 'SELECT 6 / $1::integer AS n', values: [n] }))
    .rows[0]!.n;
const outcomes = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as { code?: string }).code,
  );

it('as many as there are connections have one each', async () => {
  expect(await Promise.all([number(1), number(2)])).toEqual([6, 3]);
  expect(taken).toBe(2);
});

it('more leave together, four on a connection, and each has its own answer', async () => {
  const asked = [1, 2, 3, 6, 1, 2, 3, 6].map(number);
  expect(await Promise.all(asked)).toEqual([6, 3, 2, 1, 6, 3, 2, 1]);
  expect(taken).toBe(2);
  taken = 0;
  expect(await Promise.all(Array.from({ length: 13 }, () => number(3)))).toEqual(Array.from({ length: 13 }, () => 2));
  expect(taken).toBe(4);
});

it('one that fails fails alone: what was written before it stands, and those behind it are answered', async () => {
  const write = (n: number) => pool.query(`INSERT INTO outbox (topic, payload) VALUES ('shared', $1)`, [n]);
  const asked = [write(1), number(0), number(1), write(2), number(0), number(2), number(3), write(3)];
  const [first, broken, ...others] = await outcomes(asked);
  expect([first, broken]).toEqual([expect.objectContaining({ rowCount: 1 }), '22012']);
  expect(others.map((each) => (typeof each === 'object' ? 'written' : each))).toEqual([
    6,
    'written',
    '22012',
    3,
    2,
    'written',
  ]);
  const { rows } = await pool.query(`SELECT payload FROM outbox WHERE topic = 'shared' ORDER BY payload`);
  expect(rows).toEqual([{ payload: 1 }, { payload: 2 }, { payload: 3 }]);
});

it('what cannot be prepared fails as that, for all who asked it', async () => {
  const ask = () => pool.query({ name: 'shared_unread', text: 'SELECT nothing' });
  expect(await outcomes(Array.from({ length: 8 }, ask))).toEqual(Array.from({ length: 8 }, () => '42703'));
});

it('a value that cannot be told, and a statement that is none, fail alone', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const none: Promise<unknown> = pool.query(undefined as never);
  const told = await Promise.allSettled([number(1), number(circle), none, number(2), number(3), number(6)]);
  expect(told.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))).toEqual([
    6,
    'refused',
    'refused',
    3,
    2,
    1,
  ]);
  expect(await Promise.all([1, 2, 3, 6].map(number))).toEqual([6, 3, 2, 1]);
});

it('when their connection breaks those behind on it fail, others do not, and the next have another', async () => {
  const end = pool.query('SELECT pg_terminate_backend(pg_backend_pid())');
  const asked = [end, number(1), number(2), number(3), number(1), number(2), number(3), number(6)];
  const answered = (await Promise.allSettled(asked)).map(({ status }) => status === 'fulfilled');
  expect(answered).toEqual([false, false, false, false, true, true, true, true]);
  expect(await number(2)).toBe(3);
});
