import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { BUS_MESSAGE_LIMIT, createLocalBus, type BusTopics } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inMessages, startCollector } from './collector.ts';
import { startOrderLinks } from '../order-links.ts';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (what: () => Promise<boolean> | boolean, ms = 60_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await what())) {
    if (Date.now() > end) throw new Error('waited too long');
    await wait(50);
  }
};

const INPUT = { intervalMs: 300, timeoutMs: 200 };

let database: TestDatabase;
let fleet: Simulator;
let context: Context;
const ids = new Map<string, number>();

/** Values of the sum of a device's minutes. */
const sumOf = async (
  serial: string,
): Promise<{ hashes: bigint; covered: number; down: number; blind: number; bad: number }> => {
  const { rows } = await database.pool.query(
    `SELECT coalesce(sum(hashes), 0)::text AS hashes, coalesce(sum(covered_s), 0)::int AS covered, coalesce(sum(down_s), 0)::int AS down,
            coalesce(sum(blind_s), 0)::int AS blind, count(*) FILTER (WHERE covered_s < 0 OR down_s < 0 OR blind_s < 0)::int AS bad
       FROM device_minute WHERE device_id = $1`,
    [ids.get(serial)],
  );
  return { ...rows[0], hashes: BigInt(rows[0].hashes) };
};

const addDevice = async (serial: string, host: string, port: number): Promise<void> => {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO device (serial, line, host, port, simulated) VALUES ($1, 'x1', $2, $3, true) RETURNING id`,
    [serial, host, port],
  );
  ids.set(serial, rows[0]!.id);
};

beforeAll(async () => {
  database = await testDatabase();
  fleet = await startSimulator('fleet', ['--devices', '12', '--seed', 'test', '--outages-per-mille', '0']);
  context = {
    pool: database.pool,
    log: pino({ level: 'silent' }),
    clock: Date,
    bus: createLocalBus(),
  } as unknown as Context;
  await database.pool.query(`INSERT INTO stock (line, total) VALUES ('x1', 100)`);
  const devices = (await fleet.ask('/devices')) as { serial: string; host: string; port: number }[];
  for (const { serial, host, port } of devices) await addDevice(serial, host, port);
  await addDevice('absent', '127.0.0.1', 1);
});

afterAll(async () => {
  await fleet.stop();
  await database.drop();
});

/** How often the devices were read whole. */
const counting = () => {
  const read = { times: 0 };
  const pool = new Proxy(database.pool, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return (...asked: unknown[]) => {
        if (JSON.stringify(asked[0]).includes('whole device:')) read.times += 1;
        return (value as (...all: unknown[]) => unknown).apply(target, asked);
      };
    },
  });
  return { read, pool };
};

describe('collector', () => {
  it('writes what a device answered first before the minute is over', async () => {
    const collector = startCollector(context, { ...INPUT, writeMs: 3_600_000 });
    try {
      await until(async () => {
        const { rows } = await database.pool.query('SELECT FROM device_state WHERE answered_at IS NOT NULL');
        return rows.length === 12;
      });
    } finally {
      await collector.stop();
    }
  });

  it('reads the devices again when they have changed, and only then', async () => {
    const { read, pool } = counting();
    const collector = startCollector({ ...context, pool }, INPUT);
    try {
      await until(() => read.times === 1);
      await collector.reload();
      // What orders and the stock change of a device is nothing to the collector.
      await database.pool.query('UPDATE device SET same_as = same_as');
      await database.pool.query('UPDATE device_stock SET free = NOT free, in_stock = NOT in_stock');
      await collector.reload();
      expect(read.times).toBe(1);
      for (const change of [
        `INSERT INTO device (serial, line, host, port, simulated) VALUES ('passing', 'x1', '127.0.0.1', 2, true)`,
        `UPDATE device SET port = 3 WHERE serial = 'passing'`,
        `UPDATE device SET same_as = (SELECT min(id) FROM device) WHERE serial = 'passing'`,
        `UPDATE device SET retired_at = now() WHERE serial = 'passing'`,
      ]) {
        const before = read.times;
        await database.pool.query(change);
        await collector.reload();
        await collector.reload();
        expect(read.times).toBe(before + 1);
      }
    } finally {
      await collector.stop();
    }
  });

  it('measures a fleet with faults exactly, and counts what it could not read', async () => {
    const told = new Set<number>();
    const end = context.bus.subscribe('device_readings', ({ readings }) => {
      for (const [id] of readings) told.add(id);
    });
    const collector = startCollector(context, INPUT);
    await until(() => told.size === 12);
    end();
    await collector.flush();
    const first = new Map(
      (
        await database.pool.query<{ id: number; at: Date; hashes: string }>(
          `SELECT s.device_id AS id, s.answered_at AS at, coalesce(sum(m.hashes), 0)::text AS hashes
             FROM device_state s LEFT JOIN device_minute m ON m.device_id = s.device_id GROUP BY s.device_id`,
        )
      ).rows.map((row) => [row.id, row]),
    );
    await fleet.control('/fault', { serial: 'X1-000001', kind: 'truncated', times: 3 });
    await fleet
      .control('/fault', { serial: 'X1-000002', kind: 'malformed', how: 'trailing-comma', times: 3 })
      .catch(() => fleet.control('/fault', { serial: 'X1-000002', kind: 'no-nul', times: 3 }));
    await fleet.control('/fault', { serial: 'X1-000003', kind: 'slow', ms: 2000, times: 2 });
    await fleet.control('/fault', { serial: 'X1-000004', kind: 'dribble', ms: 1, times: 3 });
    // Each fault is over after three rounds; some more, so that whole seconds lie behind them.
    const rounds = collector.counts()!.rounds;
    await until(() => collector.counts()!.rounds >= rounds + 12);
    const counts = collector.counts()!;
    await collector.stop();

    expect(counts.failed.truncated).toBeGreaterThan(0);
    expect(counts.failed.timeout).toBeGreaterThan(0);
    expect(counts.failed.refused).toBeGreaterThan(0);
    for (const serial of ['X1-000001', 'X1-000002', 'X1-000003', 'X1-000004', 'X1-000012']) {
      const id = ids.get(serial)!;
      const sum = await sumOf(serial);
      const { rows } = await database.pool.query<{ at: Date }>(
        'SELECT answered_at AS at FROM device_state WHERE device_id = $1',
        [id],
      );
      const { at, hashes } = first.get(id)!;
      const truth = (await fleet.ask(`/truth?serial=${serial}&from=${at.getTime()}&to=${rows[0]!.at.getTime()}`)) as {
        hashes: string;
      };
      // An answer is some milliseconds under way, more on a busy machine.
      expect(Math.abs(Number(sum.hashes - BigInt(hashes) - BigInt(truth.hashes))) / 7.4e13).toBeLessThan(1);
      expect(sum.bad).toBe(0);
      expect(sum.blind).toBe(0);
      expect(sum.down).toBe(0);
      expect(sum.covered).toBeGreaterThanOrEqual(3);
    }
    expect(await sumOf('absent')).toMatchObject({ hashes: 0n, covered: 0 });
    expect((await sumOf('absent')).down).toBeGreaterThanOrEqual(2);
  });

  it('closes the gap of its own absence from the counters', async () => {
    const before = await sumOf('X1-000005');
    const { rows } = await database.pool.query<{ at: Date }>(
      'SELECT answered_at AS at FROM device_state WHERE device_id = $1',
      [ids.get('X1-000005')],
    );
    await until(() => Date.now() - rows[0]!.at.getTime() > 2500);
    const collector = startCollector(context, INPUT);
    await until(() => (collector.counts()?.answered ?? 0) > 30);
    await collector.stop();
    const after = await sumOf('X1-000005');
    const now = await database.pool.query<{ at: Date }>(
      'SELECT answered_at AS at FROM device_state WHERE device_id = $1',
      [ids.get('X1-000005')],
    );
    const truth = (await fleet.ask(
      `/truth?serial=X1-000005&from=${rows[0]!.at.getTime()}&to=${now.rows[0]!.at.getTime()}`,
    )) as { hashes: string };
    // In seconds, as above; the gap is two and a half.
    expect(Math.abs(Number(after.hashes - before.hashes - BigInt(truth.hashes))) / 7.4e13).toBeLessThan(0.3);
    expect(after.blind).toBe(0);
    expect(after.covered - before.covered).toBeGreaterThanOrEqual(2);
  });

  it('goes on after its connection broke, and counts nothing twice', async () => {
    const placeOf = async (): Promise<{ at: Date; accountedS: number }> => {
      const { rows } = await database.pool.query<{ at: Date; accountedS: number }>(
        `SELECT answered_at AS at, floor(extract(epoch FROM polled_at))::int AS "accountedS" FROM device_state WHERE device_id = $1`,
        [ids.get('X1-000006')],
      );
      return rows[0]!;
    };
    const first = await placeOf();
    const before = await sumOf('X1-000006');
    const collector = startCollector(context, { ...INPUT, writeMs: 400 });
    await until(() => (collector.counts()?.answered ?? 0) > 20);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7240102 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await owner.end();
    await until(() => collector.counts() === null);
    await until(() => (collector.counts()?.answered ?? 0) > 20);
    await collector.stop();
    const after = await sumOf('X1-000006');
    const last = await placeOf();
    const truth = (await fleet.ask(`/truth?serial=X1-000006&from=${first.at.getTime()}&to=${last.at.getTime()}`)) as {
      hashes: string;
    };
    expect(Math.abs(Number(after.hashes - before.hashes - BigInt(truth.hashes))) / 7.4e13).toBeLessThan(0.3);
    // A poll that got no answer in time leaves its second blind on a busy machine; no second counts twice, none is lost.
    const seconds = ({ covered, down, blind }: typeof after): number => covered + down + blind;
    expect(seconds(after) - seconds(before)).toBe(last.accountedS - first.accountedS);
    expect(after.covered).toBeGreaterThan(before.covered);
  });

  it('follows the device table while it runs', async () => {
    const collector = startCollector(context, { ...INPUT });
    await until(() => collector.counts() !== null);
    await database.pool.query(`UPDATE device SET retired_at = now() WHERE serial = 'absent'`);
    await until(() => (collector.counts()?.rounds ?? 0) > 3);
    await collector.stop();
  });

  it('splits what it tells so that every message fits the bus', () => {
    const readings = Array.from({ length: 3000 }, (_, id): BusTopics['device_readings']['readings'][number] => [
      id,
      76.1234,
      Date.now(),
    ]);
    const parts = inMessages(readings);
    expect(parts.flat()).toEqual(readings);
    for (const part of parts) {
      const bytes = JSON.stringify({
        from: 'x'.repeat(40),
        topic: 'device_readings',
        message: { readings: part },
      }).length;
      expect(bytes).toBeLessThan(BUS_MESSAGE_LIMIT);
    }
  });
});

describe('orders follow their devices', () => {
  it('disconnects an order when none of its devices answers, and activates it again by itself', async () => {
    await database.pool.query(`
      INSERT INTO country VALUES (132, 'MY', 'Malaysia', '马来西亚', '60', 'MYR');
      INSERT INTO community VALUES (1, 'Default', '1|2');
      INSERT INTO member (id, username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash)
        VALUES (1000, 'siti', 'Siti', 's@x.test', 's@x.test', '+60', 132, 'C', 'x', 'x');
      INSERT INTO miner_package VALUES (1, 'P', 1, 1, 1, 1, 1, 1, 0, true);
      INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at)
        VALUES ('019aaaaa-0000-7000-8000-000000000001', 'N1', 'S1', 1000, 1, 1, 1, 1, 1, now() - interval '1 hour'),
               ('019aaaaa-0000-7000-8000-000000000002', 'N2', 'S2', 1000, 1, 1, 1, 1, 1, now() - interval '10 seconds'),
               ('019aaaaa-0000-7000-8000-000000000003', 'N3', 'S3', 1000, 1, 1, 1, 1, 1, now() - interval '1 hour')`);
    await database.pool.query(
      `INSERT INTO allocation (order_id, device_id, share_tenths) SELECT '019aaaaa-0000-7000-8000-000000000001', device_id, 1 FROM unnest($1::int[]) AS d (device_id)`,
      [[ids.get('X1-000010'), ids.get('X1-000011')]],
    );
    await database.pool.query(`INSERT INTO allocation VALUES ('019aaaaa-0000-7000-8000-000000000002', $1, 10)`, [
      ids.get('absent'),
    ]);
    await database.pool.query(`INSERT INTO allocation VALUES ('019aaaaa-0000-7000-8000-000000000003', $1, 10)`, [
      ids.get('X1-000009'),
    ]);
    const [nine, ten, eleven] = [ids.get('X1-000009')!, ids.get('X1-000010')!, ids.get('X1-000011')!];
    const statuses = async (): Promise<number[]> =>
      (await database.pool.query<{ status: number }>('SELECT status FROM miner_order ORDER BY id')).rows.map(
        ({ status }) => status,
      );
    const set = async (id: number, connected: boolean): Promise<void> => {
      await database.pool.query('UPDATE device_state SET connected = $2 WHERE device_id = $1', [id, connected]);
      context.bus.publish('device_links', { links: [[id, connected, Date.now()]] });
    };
    const changed: string[] = [];
    context.bus.subscribe('orders_changed', ({ orderIds }) => changed.push(...orderIds));
    const links = startOrderLinks(context, 60_000);
    await set(ten, true);
    await set(eleven, true);
    await set(ten, false);
    // News is taken in its order: what came before this one is done.
    await set(nine, false);
    await until(async () => (await statuses())[2] === 8);
    expect(await statuses()).toEqual([1, 1, 8]);
    await set(eleven, false);
    await until(async () => (await statuses())[0] === 8);
    await set(ten, true);
    await until(async () => (await statuses())[0] === 1);
    expect(changed).toHaveLength(3);
    links.stop();
    const sweep = startOrderLinks(context, 100);
    await database.pool.query('UPDATE device_state SET connected = false');
    await until(async () => (await statuses())[0] === 8);
    // Activated ten seconds ago: not asked yet.
    expect(await statuses()).toEqual([8, 1, 8]);
    sweep.stop();
  });
});
