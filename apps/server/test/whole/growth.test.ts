import { DAY_MS } from '@minerx/rules/duration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HIGHEST_ID, LOWEST_ID } from '../../src/base/ids.ts';
import { testDatabase, type TestDatabase } from '../../src/db/test-database.ts';
import { NEWEST_EQUATIONS } from '../../src/composition/newest.equations.ts';
import { judge } from '../../src/modules/integrity/integrity.query.ts';
import { clearLoginAttemptsIn } from '../../src/modules/attempt/attempt.store.ts';
import { sweepExpired } from '../../src/modules/session/sweep.command.ts';
import { listDevicesOfDay, listDueOrders, listOpenDays } from '../../src/modules/settlement/settlement.query.ts';
import { rowsRead } from './rows-read.ts';

const ORDERS = 4000;
const DAY = '2026-11-19';
const NOW = Date.parse('2026-11-22T12:00:00Z');
/** The planner itself looks at the ends of an index. */
const NEARLY_NONE = 5;

let database: TestDatabase;
let owner: pg.Client;
/** Rows as they are, past every trigger: what commands write is tested with the commands. */
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at)
     SELECT md5(n::text)::uuid, n, n, 1000 + n % 100, 1, CASE WHEN n % 4 = 0 THEN 1 ELSE 9 END, 1, 1, 1, '2026-11-18' FROM generate_series(1, $1::integer) n`,
    [ORDERS],
  );
  await owner.query(
    `INSERT INTO allocation (order_id, device_id, share_tenths, allocated_at, released_at)
     SELECT o.id, o.number::integer, 10, '2026-11-18', CASE WHEN o.status = 9 THEN timestamptz '2026-11-19 12:00' END FROM miner_order o`,
  );
  await owner.query(
    `INSERT INTO session (id, member_id, transport, device, address, created_at, last_used_at, expires_at, ended_at, tokens_gone)
     SELECT md5(n::text)::uuid, 1000 + n % 100, 'cookie', '', '', at, at, at + interval '30 days', CASE WHEN n % 2 = 0 THEN at + interval '1 hour' END, n % 2 = 0
       FROM (SELECT n, to_timestamp($1::float8 / 1000) - interval '2 days' - n * interval '1 second' AS at FROM generate_series(1, 4000) n) s`,
    [NOW],
  );
  await owner.query(
    `INSERT INTO refresh_token (token_hash, session_id) SELECT sha256((id::text || n)::bytea), id FROM session, generate_series(1, 2) n WHERE NOT tokens_gone`,
  );
  await owner.query(
    `INSERT INTO attempt (subject, failures, updated_at) SELECT 'login:m' || n || '@x.org' || CASE WHEN n % 2 = 0 THEN '#d' || n ELSE '' END, 1, to_timestamp($1::float8 / 1000)
       FROM generate_series(1, 4000) n`,
    [NOW],
  );
  await owner.query('ANALYZE');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe('the days that settlement looks at', () => {
  const settle = (day: string, state: string): Promise<unknown> =>
    owner.query(
      `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated) VALUES ($1, $2, '[]', 0, 1, now(), false)`,
      [day, state],
    );
  const measure = async (day: string): Promise<void> => {
    await owner.query('SELECT ensure_device_minute_day($1)', [day]);
    await owner.query(
      'INSERT INTO device_minute SELECT $1::date, d, m, 1, 60, 0, 0 FROM generate_series(1, 3) d, generate_series(0, 99) m',
      [day],
    );
  };

  it('are those that are open and on which an order was live or something was measured', async () => {
    const of = (): Promise<string[]> => listOpenDays(database.pool, '2026-11-12', '2026-11-22');
    expect(await of()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']);
    for (const day of ['2026-11-14', '2026-11-15', '2026-11-18', '2026-11-19']) await measure(day);
    await settle('2026-11-15', 'settled');
    await settle('2026-11-18', 'settled');
    await settle('2026-11-19', 'provisional');
    expect(await of()).toEqual(['2026-11-14', '2026-11-19', '2026-11-20', '2026-11-21']);
  });

  it('are found without a look at the minutes and orders of those that are settled', async () => {
    const days = (db: pg.ClientBase) => listOpenDays(db as pg.PoolClient, '2026-11-15', '2026-11-22');
    expect(await rowsRead(database.pool, ['device_minute'], days)).toBe(1);
    expect(await rowsRead(database.pool, ['miner_order'], days)).toBeLessThan(NEARLY_NONE);
    // Nor for days before there was any.
    const early = (db: pg.ClientBase) => listOpenDays(db as pg.PoolClient, '2026-10-15', '2026-11-12');
    expect(await rowsRead(database.pool, ['miner_order'], early)).toBeLessThan(NEARLY_NONE);
  });
});

it('orders that are due are read page by page with their shares, and nobody else’s', async () => {
  const after = (afterId: string) => ({ afterId, untilId: HIGHEST_ID });
  const page = await listDueOrders(database.pool, DAY, after(LOWEST_ID), 20);
  expect(page).toHaveLength(20);
  const next = await listDueOrders(database.pool, DAY, after(page.at(-1)!.id), 5000);
  expect(page.length + next.length).toBe(ORDERS / 4);
  expect(page[0]!.shares).toEqual([{ deviceId: expect.any(Number), tenths: 10, fromMinute: 0, toMinute: 1440 }]);
  const read = await rowsRead(database.pool, ['allocation', 'miner_order'], (db) =>
    listDueOrders(db, DAY, after(page.at(-1)!.id), 20),
  );
  expect(read).toBeLessThan(40 + NEARLY_NONE);
});

it('the devices of a day are all there, however far apart their numbers are', async () => {
  await owner.query(
    `INSERT INTO device (id, serial, line, host, port, simulated, retired_at) OVERRIDING SYSTEM VALUE
     SELECT n, 'D' || n, 'x1', 'h', n, false, CASE WHEN n = 5 THEN timestamptz '2026-11-01' END FROM unnest(ARRAY[4, 5, 20000, 20001, 65001]) n`,
  );
  const devices = await listDevicesOfDay(database.pool, DAY);
  expect(devices.map(({ id, live }) => [id, live?.toMinute])).toEqual([
    [4, 1440],
    [20_000, undefined],
    [20_001, undefined],
    [65_001, undefined],
  ]);
});

it('the newest orders, vouchers, picks and stakes are checked without a look at the others', async () => {
  const tables = [
    'miner_order',
    'order_terms',
    'order_payment',
    'allocation',
    'transfer',
    'posting',
    'voucher',
    'blessing_pack',
    'staking_order',
  ];
  const read = await rowsRead(database.pool, tables, async (db) => {
    // Of few rows it would read all, as that is quicker.
    await db.query('SET LOCAL enable_seqscan = off');
    await judge(db, NEWEST_EQUATIONS);
  });
  expect(read).toBeGreaterThan(200);
  expect(read).toBeLessThan(ORDERS / 2);
});

it('what is asked to leave is checked without a look at what left long ago', async () => {
  const many = `generate_series(1, ${ORDERS}) n`;
  await owner.query(`
    INSERT INTO hold (owner_id, member_id, reason, state, deadline_at) OVERRIDING SYSTEM VALUE SELECT 100000 + n, 1000 + n, 'withdrawal', 'returned', now() FROM ${many};
    INSERT INTO account (id, balance) SELECT account_of(100000 + n, 1), 0 FROM ${many};
    INSERT INTO withdrawal (id, member_id, wallet_id, network_id, status, revision, amount_units, fee_units, hold_owner_id, address, two_operators, created_at, changed_at, decided_at, ended_at)
      SELECT md5(n::text)::uuid, 1000 + n, 1, 1, 8, 1, 1, 0, 100000 + n, 'a', false, now(), now(), now(), now() FROM ${many};
    INSERT INTO withdrawal_address (member_id, wallet_id, network_id, address, saved_at, usable_at) SELECT 1000 + n, 1, 1, 'a' || n, now(), now() FROM ${many};
    INSERT INTO deposit_address (member_id, network_id, address, child, created_at) SELECT 1000 + n, 1, 'd' || n, n, now() FROM ${many};
    ANALYZE`);
  const tables = [
    'hold',
    'account',
    'withdrawal',
    'withdrawal_address',
    'deposit_address',
    'member',
    'audit',
    'payout',
  ];
  const read = await rowsRead(database.pool, tables, async (db) => {
    await db.query('SET LOCAL enable_seqscan = off');
    await judge(
      db,
      NEWEST_EQUATIONS.filter(({ name }) => ['newest-leaving', 'newest-money'].includes(name)),
    );
  });
  expect(read).toBeGreaterThan(200);
  expect(read).toBeLessThan(ORDERS);
});

describe('the hourly sweep', () => {
  const sweep = (db: pg.ClientBase) =>
    sweepExpired({ pool: db as unknown as pg.Pool, expiryClock: { now: () => NOW } as never });

  it('looks neither at sessions that go on nor at those whose tokens are gone', async () => {
    expect(await rowsRead(database.pool, ['session', 'refresh_token', 'attempt', 'one_use_link'], sweep)).toBeLessThan(
      NEARLY_NONE,
    );
  });

  it('takes the tokens of ended sessions once, a day after the end', async () => {
    await owner.query(
      `UPDATE session SET ended_at = to_timestamp($1::float8 / 1000), tokens_gone = false WHERE id IN (SELECT session_id FROM refresh_token ORDER BY 1 LIMIT 20)`,
      [NOW - 25 * 3_600_000],
    );
    const tokens = async (): Promise<number> => (await owner.query('SELECT FROM refresh_token')).rowCount!;
    const all = await tokens();
    await sweepExpired({ pool: database.pool, expiryClock: { now: () => NOW - DAY_MS / 2 } as never });
    expect(await tokens()).toBe(all);
    await sweepExpired({ pool: database.pool, expiryClock: { now: () => NOW } as never });
    const { rowCount: over } = await owner.query(
      'SELECT FROM refresh_token r JOIN session s ON s.id = r.session_id WHERE s.ended_at IS NOT NULL',
    );
    expect([all - (await tokens()) > 0, over]).toEqual([true, 0]);
    expect(await rowsRead(database.pool, ['session', 'refresh_token'], sweep)).toBeLessThan(NEARLY_NONE);
  });
});

it('wrong passwords of one address are forgotten on every device, and nobody else’s are looked at', async () => {
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO attempt (subject, failures) VALUES ('login:m7@x.org#d1', 1), ('login:m7@x.org#d2', 1), ('login:m7@x.org.uk', 1)`,
  );
  await clearLoginAttemptsIn(client as never, 'pepper', 'm7@x.org');
  const { rows } = await client.query(
    `SELECT subject FROM attempt WHERE subject LIKE 'login:m7@x.org%' AND failures > 0`,
  );
  expect(rows).toEqual([{ subject: 'login:m7@x.org.uk' }]);
  await client.query('ROLLBACK');
  client.release();
  expect(
    await rowsRead(database.pool, ['attempt'], (db) => clearLoginAttemptsIn(db as never, 'pepper', 'm8@x.org')),
  ).toBe(3);
});
