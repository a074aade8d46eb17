import { computeReward } from '@minerx/rules/mining-reward';
import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { helpSettling, settleDay } from '../../../jobs/settlement.ts';
import {
  balance,
  contextOf,
  database,
  DAY,
  endWorld,
  minutes,
  order,
  rewards,
  rows,
  startWorld,
} from '../../../../test/settlement-world.ts';

const ORDERS = 9;
const ordersInRange = 2;

/** Of each process its own; only that of the helper is called so. */
let helper: Pool;
let holder: Pool;
const holding = new Set<PoolClient>();
/** In the order in which they were made, and in that of their ids. */
let made: string[];
let ids: string[];

const start = async (): Promise<void> => {
  await startWorld();
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'helper');
  helper = createPool(url.href, { max: 5 });
  made = [];
  for (const name of ['D1', 'D2', 'D3']) {
    const device = await rows.device(name);
    await minutes(device, 0, 1440);
    for (let n = 0; n < ORDERS / 3; n += 1) made.push(await order([[device, 1 + n]]));
  }
  ids = made.toSorted();
  holder = createPool(database.url, { max: 2 });
};

const end = async (): Promise<void> => {
  for (const client of holding) client.release(true);
  holding.clear();
  await Promise.all([helper.end(), holder.end()]);
  await endWorld();
};

beforeEach(start);
afterEach(end);

const settle = () => settleDay(contextOf(), DAY, { ordersInRange });
const help = () => helpSettling(contextOf(helper));

/** Whoever credits the order waits until the result is called. */
const hold = async (id: string): Promise<() => Promise<void>> => {
  const client = await holder.connect();
  holding.add(client);
  await client.query('BEGIN');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query('SELECT FROM miner_order WHERE id = $1 FOR UPDATE', [id]);
  return async () => {
    await client.query('COMMIT');
    holding.delete(client);
    client.release();
  };
};

const until = async (text: string, values: unknown[] = []): Promise<void> => {
  while ((await database.pool.query(text, values)).rowCount === 0) await new Promise(setImmediate);
};
const waiting = (howMany: number) =>
  until(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' HAVING count(*) = $1`,
    [howMany],
  );

/** The helper's, as `kill -9` ends them. */
const endConnections = async (which: string): Promise<void> => {
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'helper' AND datname = current_database() AND ${which}`,
  );
  expect(rowCount).toBeGreaterThan(0);
};

/** Of the orders as they were made. */
const receipts = async () => {
  const all = new Map(
    (await rewards()).map(({ order_id: id, inputs, sat, usd_units: usd }) => [id, { inputs, sat, usd }]),
  );
  return made.map((id) => all.get(id));
};

const expectOnceEach = async (): Promise<void> => {
  const all = await rewards();
  expect(all.map(({ order_id: id }) => id)).toEqual(ids);
  expect(await balance()).toBe(all.reduce((sum, { sat }) => sum + sat, 0n));
  for (const { inputs, sat } of all) expect(computeReward(inputs).rewardSat).toBe(sat);
  const { rows: transfers } = await database.pool.query("SELECT FROM transfer WHERE kind = 'reward'");
  expect(transfers).toHaveLength(ORDERS);
  expect((await database.pool.query('SELECT FROM settlement_range')).rowCount).toBe(0);
};

describe('a day that several workers credit', () => {
  it('is split over them: while one is busy with a range, the other takes the rest', async () => {
    const letGo = await hold(ids[0]!);
    const settling = settle();
    await waiting(1);
    await help();
    expect((await rewards()).map(({ order_id: id }) => id)).toEqual(ids.slice(ordersInRange));
    await letGo();
    expect(await settling).toMatchObject({ state: 'settled', orders: ORDERS, openOrders: 0 });
    await expectOnceEach();
  });

  it('gives the receipts that one worker gives', async () => {
    const letGo = await hold(ids[4]!);
    const settling = settle();
    await waiting(1);
    const helping = help();
    await letGo();
    await Promise.all([settling, helping]);
    const byTwo = await receipts();
    await expectOnceEach();
    await end();
    await start();
    await settle();
    expect(byTwo).toEqual(await receipts());
  });

  it.each([
    ['whose process is killed', 'true', 1],
    ['who only loses the range while it still credits it', "state = 'idle in transaction'", 2],
  ])('goes on without one %s: another takes the range, and no order is paid twice', async (_, which, crediting) => {
    const [letFirstGo, letOtherGo] = [await hold(ids[0]!), await hold(ids[3]!)];
    const settling = settle();
    await waiting(1);
    const helping = help().then(
      () => 'helped',
      () => 'was cut off',
    );
    await waiting(2);
    await letFirstGo();
    // All is done but what the helper has, and that is waited for.
    await until('SELECT FROM settlement_range HAVING count(*) FILTER (WHERE orders IS NULL) = 1');
    await endConnections(which);
    await waiting(crediting);
    await letOtherGo();
    expect(await helping).toBe('was cut off');
    expect(await settling).toMatchObject({ state: 'settled', openOrders: 0 });
    await expectOnceEach();
  });

  it('is finished by the next settlement when the one that split it is gone', async () => {
    const letGo = await hold(ids[0]!);
    const settling = settleDay(contextOf(helper), DAY, { ordersInRange }).then(
      () => 'settled',
      () => 'was cut off',
    );
    await waiting(1);
    await endConnections('true');
    await letGo();
    expect(await settling).toBe('was cut off');
    // Whoever only helps does what is left of it as well.
    await helpSettling(contextOf());
    expect(await settle()).toMatchObject({ state: 'settled' });
    await expectOnceEach();
  });

  it('is nobody’s while nobody settles it', async () => {
    await help();
    expect(await rewards()).toEqual([]);
  });
});
