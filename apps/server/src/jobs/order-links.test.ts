import { ACTIVATED, CANCELLED, DISCONNECTED, ENDED, ON_QUEUE, READY, WAITING_STOCK } from '@minerx/rules/order-status';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLocalBus } from '../bus/bus.ts';
import type { Context } from '../context.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { startOrderLinks } from './order-links.ts';

const STATUSES = [ACTIVATED, READY, WAITING_STOCK, ON_QUEUE, DISCONNECTED, ENDED, CANCELLED] as const;
/** One more, whose device really comes and goes: when its order has followed, everything told with it was looked at. */
const WITNESS = STATUSES.length;
const ROUNDS = 8;
const TOLD_A_ROUND = 12_500;

let database: TestDatabase;
let devices: number[];

const statuses = async (): Promise<number[]> =>
  (await database.pool.query<{ status: number }>('SELECT status FROM miner_order ORDER BY number')).rows.map(
    ({ status }) => status,
  );

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await pool.query(`
    INSERT INTO country VALUES (132, 'MY', 'Malaysia', '马来西亚', '60', 'MYR');
    INSERT INTO community VALUES (1, 'Default', '1|2');
    INSERT INTO member (id, username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash)
      VALUES (1000, 'siti', 'Siti', 's@x.test', 's@x.test', '+60', 132, 'C', 'x', 'x');
    INSERT INTO stock (line, total) VALUES ('x1', 100);
    INSERT INTO miner_package VALUES (1, 'P', 1, 1, 1, 1, 1, 1, 0, true)`);
  devices = (
    await pool.query<{ id: number }>(
      `INSERT INTO device (serial, line, host, port, simulated) SELECT 'D' || n, 'x1', '127.0.0.1', 1, true FROM generate_series(0, $1::int) n RETURNING id`,
      [WITNESS],
    )
  ).rows.map(({ id }) => id);
  await pool.query(
    `WITH made AS (
       INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at, hold_owner_id)
       SELECT gen_random_uuid(), 'N' || n, 'S' || n, 1000, 1, s, 1, 1, 1, now() - interval '1 hour', CASE WHEN s = 6 THEN 1 END
         FROM unnest($1::smallint[]) WITH ORDINALITY AS o (s, n) RETURNING id, number)
     INSERT INTO allocation (order_id, device_id, share_tenths)
       SELECT made.id, d.id, 10 FROM made JOIN unnest($2::int[]) WITH ORDINALITY AS d (id, n) ON made.number = 'N' || d.n`,
    [[...STATUSES, ACTIVATED], devices],
  );
  await pool.query(
    `INSERT INTO device_state (device_id, connected) SELECT d, d = $2 OR d = $3 FROM unnest($1::int[]) d`,
    [devices, devices[STATUSES.indexOf(ACTIVATED)], devices[WITNESS]],
  );
});
afterAll(() => database.drop());

it('a hundred thousand messages about devices move no order that its own device does not move', async () => {
  const { pool } = database;
  const bus = createLocalBus();
  const context = { pool, bus, clock: Date, log: pino({ level: 'silent' }) } as unknown as Context;
  const links = startOrderLinks(context, 60_000_000);
  const witness = devices[WITNESS]!;
  const tell = async (told: readonly number[], isUp: boolean): Promise<void> => {
    await pool.query('UPDATE device_state SET connected = $2 WHERE device_id = $1', [witness, isUp]);
    bus.publish('device_links', {
      // Each says the contrary of the one before, and one in five is about no device there is.
      links: [...told.map((id, n) => [id, n % 2 === 0, n] as [number, boolean, number]), [witness, isUp, 0]],
    });
    await vi.waitFor(async () => expect((await statuses())[WITNESS]).toBe(isUp ? ACTIVATED : DISCONNECTED), {
      interval: 10,
      timeout: 30_000,
    });
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = Array.from({ length: TOLD_A_ROUND }, (_, n) => devices[(n * 7 + round) % 10] ?? -n);
    await tell(told, round % 2 === 1);
    expect((await statuses()).slice(0, WITNESS)).toEqual(STATUSES);
  }
  // And where every device really is another now, only what is live follows.
  await pool.query('UPDATE device_state SET connected = NOT connected WHERE device_id <> $1', [witness]);
  await tell(devices, false);
  const followed = new Map<number, number>([
    [ACTIVATED, DISCONNECTED],
    [DISCONNECTED, ACTIVATED],
  ]);
  expect((await statuses()).slice(0, WITNESS)).toEqual(STATUSES.map((status) => followed.get(status) ?? status));
  links.stop();
});
