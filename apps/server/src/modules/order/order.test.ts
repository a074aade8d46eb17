import {
  orderGetById,
  orderHashrate,
  orderRewards,
  packageOrder,
  packageOrderQueue,
  type Reward,
} from '@minerx/contract/order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { measured, readApi, rowsOf, type ReadApi } from '../../../test/read-api.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { addOrderRoutes } from './order.route.ts';

const NOW = '2026-11-20T12:00:00Z';
const [ME, OTHER] = [1000n, 2000n];
let database: TestDatabase;
let api: ReadApi;
let rows: ReturnType<typeof rowsOf>;
const orders: Record<string, string> = {};

beforeAll(async () => {
  database = await testDatabase();
  rows = rowsOf(database);
  await rows.reference();
  for (const id of [ME, OTHER]) await rows.member(id);
  orders['ended'] = await rows.order(ME, 9, { ended_at: '2026-11-19T00:00:00Z', profit_balance_units: 0n });
  orders['othersQueued'] = await rows.order(OTHER, 7, { package_id: 2 });
  orders['queued'] = await rows.order(ME, 7, { package_id: 2 });
  orders['othersWaiting'] = await rows.order(OTHER, 6);
  orders['waitingX2'] = await rows.order(ME, 6, { package_id: 5 });
  orders['waiting'] = await rows.order(ME, 6);
  orders['ready'] = await rows.order(ME, 2);
  orders['live'] = await rows.order(ME, 1, { package_id: 2 });
  orders['down'] = await rows.order(ME, 8);
  orders['cancelled'] = await rows.order(ME, 10);
  orders['others'] = await rows.order(OTHER, 1);
  for (const [serial, order] of [
    ['D1', 'live'],
    ['D2', 'live'],
    ['D3', 'ready'],
    ['D4', 'down'],
  ] as const) {
    await rows.insert('allocation', {
      order_id: orders[order],
      device_id: await rows.device(serial),
      share_tenths: order === 'live' ? 1 : 10,
    });
  }
  const released = await rows.device('D5', false);
  await rows.insert('allocation', {
    order_id: orders['ended'],
    device_id: released,
    share_tenths: 10,
    released_at: NOW,
  });
  await rows.reward(orders['live'], ME, '2026-11-17', 1_500n);
  await rows.reward(orders['live'], ME, '2026-11-18', 2_500n);
  const settlement = { segments: '[]', pool_fee_ppm: 20_000, price_units: 1n, simulated: true };
  await rows.insert('settlement_day', { ...settlement, day: '2026-11-19', state: 'provisional', price_at: NOW });
  await rows.insert('settlement_day', {
    ...settlement,
    day: '2026-11-18',
    state: 'settled',
    price_at: '2026-11-19T00:00:00Z',
    price_source: 'binance',
    price_pair: 'BTCUSDT',
  });
  api = await readApi(database, NOW, (made) =>
    addOrderRoutes(
      made,
      measured({
        hashrateOf: (shares) => shares.reduce((sum, { shareTenths }) => sum + (shareTenths / 10) * 75, 0),
        dayOfOrder: async (_, day) =>
          day === '2026-11-19'
            ? { day, estimatedSat: 111n, coveredSeconds: 60, downSeconds: 0, blindSeconds: 0 }
            : null,
        todayOfOrder: async () => ({
          day: '2026-11-20',
          estimatedSat: 321n,
          coveredSeconds: 100,
          downSeconds: 30,
          blindSeconds: 20,
        }),
        hashrateSeries: async () => [{ at: new Date(NOW), hashrateThs: null }],
      }),
    ),
  );
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

describe('the order list', () => {
  // proves 7: POST package/order
  it('shows own orders of status 1, 2, 8 and 9, newest first', async () => {
    const { status, body } = await api.post(ME, 'package/order', {});
    expect(status).toBe(200);
    const result = z.parse(packageOrder.result, body.result);
    expect(result.data.map(({ id }) => id)).toEqual([orders['down'], orders['live'], orders['ready'], orders['ended']]);
    expect(result.paginator).toEqual({ page: 1, pageSize: 8, total: 4 });
  });

  it('shows what has ended behind what goes on, however new it is', async () => {
    const ended = await rows.order(OTHER, 9, { ended_at: '2026-11-19T00:00:00Z', profit_balance_units: 0n });
    const { body } = await api.post(OTHER, 'package/order', {});
    expect(z.parse(packageOrder.result, body.result).data.map(({ id }) => id)).toEqual([orders['others'], ended]);
  });

  it('keeps its total on a page behind the last', async () => {
    const { body } = await api.post(ME, 'package/order', { page: 3, pageSize: 2 });
    expect(body.result).toMatchObject({ data: [], paginator: { page: 3, total: 4 } });
    const second = await api.post(ME, 'package/order', { page: 2, pageSize: 2 });
    expect(z.parse(packageOrder.result, second.body.result).data.map(({ id }) => id)).toEqual([
      orders['ready'],
      orders['ended'],
    ]);
  });

  it('shows only the live, activated, disconnected or ended ones where that is asked, with their own total', async () => {
    const live = z.parse(packageOrder.result, (await api.post(ME, 'package/order', { filter: 'live' })).body.result);
    expect(live.data.map(({ id }) => id)).toEqual([orders['down'], orders['live']]);
    expect(live.paginator.total).toBe(2);
    for (const [filter, only] of [
      ['activated', 'live'],
      ['disconnected', 'down'],
      ['ended', 'ended'],
    ] as const) {
      const { body } = await api.post(ME, 'package/order', { filter });
      expect(body.result).toMatchObject({ data: [{ id: orders[only] }], paginator: { total: 1 } });
    }
    expect(await api.post(ME, 'package/order', { filter: 'cancelled' })).toMatchObject({
      status: 400,
      body: { err_code: 'err_validation', err_fields: { filter: 'err_format' } },
    });
  });

  it('shows the share of the hashrate while live, and nothing before activation or after the end', async () => {
    const { body } = await api.post(ME, 'package/order', {});
    const { data } = z.parse(packageOrder.result, body.result);
    expect(data.map(({ hashrate }) => hashrate)).toEqual([75, 15, null, null]);
    expect(data.map(({ simulated }) => simulated)).toEqual([true, true, true, false]);
    expect(data.map(({ package_order_shared }) => package_order_shared)).toEqual([false, true, false, false]);
  });

  // proves 8: err_unauthorised
  it('is for members only', async () => {
    expect(await api.post(null, 'package/order', {})).toMatchObject({
      status: 401,
      body: { err_code: 'err_unauthorised' },
    });
  });
});

describe('orders that queue or wait', () => {
  // proves 7: GET package/order/queue
  // proves 4: On-Queue shows its serial as "-"
  it('give the position in the group, and the place in the own line', async () => {
    const { body } = await api.get(ME, 'package/order/queue');
    const { queue, outOfStock, ready } = z.parse(packageOrderQueue.result, body.result);
    expect(ready.map(({ id }) => id)).toEqual([orders['ready']]);
    expect(queue.map(({ id, queue: place }) => [id, place])).toEqual([[orders['queued'], 2]]);
    expect(outOfStock.map(({ id, queue: place }) => [id, place])).toEqual([
      [orders['waitingX2'], 1],
      [orders['waiting'], 2],
    ]);
    expect(queue[0]).toMatchObject({ package_order_serial_no: '-', package_order_status: 7, hashrate: null });
  });
});

describe('one order', () => {
  // proves 7: GET order/getById
  it('comes with what it has mined', async () => {
    const { body } = await api.get(ME, `order/getById?id=${orders['live']}`);
    expect(z.parse(orderGetById.result, body.result)).toMatchObject({
      total_mined: '0.00004',
      device_count: 2,
      order: { hashrate: 15 },
    });
  });

  it('tells of an ended one when it ended, and of no other', async () => {
    const endedDate = async (order: string) => {
      const { body } = await api.get(ME, `order/getById?id=${orders[order]}`);
      return z.parse(orderGetById.result, body.result).ended_date;
    };
    expect(await endedDate('ended')).toBe('2026-11-19T00:00:00.000Z');
    expect([await endedDate('live'), await endedDate('cancelled')]).toEqual([null, null]);
  });

  it('tells of a disconnected one when a machine answered last, where one has since its activation', async () => {
    const lastAnswer = async (order: string) => {
      const { body } = await api.get(ME, `order/getById?id=${orders[order]}`);
      return z.parse(orderGetById.result, body.result).last_answer_date;
    };
    const answered = (serial: string, at: string) =>
      database.pool.query(
        `INSERT INTO device_state (device_id, answered_at) SELECT id, $2 FROM device WHERE serial = $1
         ON CONFLICT (device_id) DO UPDATE SET answered_at = excluded.answered_at`,
        [serial, at],
      );
    expect(await lastAnswer('down')).toBeNull();
    // What a machine did before it worked for this order is another's.
    await answered('D4', '2026-01-01T00:00:00Z');
    expect(await lastAnswer('down')).toBeNull();
    await answered('D4', '2026-11-20T07:08:09Z');
    expect(await lastAnswer('down')).toBe('2026-11-20T07:08:09.000Z');
    // Nor is what it did before it took another one's place.
    const exchanged = { order_id: orders['down'], share_tenths: 10, allocated_at: '2026-11-21T00:00:00Z' };
    await database.pool.query('UPDATE allocation SET released_at = $1 WHERE order_id = $2', [
      exchanged.allocated_at,
      exchanged.order_id,
    ]);
    await rows.insert('allocation', { ...exchanged, device_id: await rows.device('D6') });
    await answered('D6', '2026-11-20T10:11:12Z');
    expect(await lastAnswer('down')).toBeNull();
    await answered('D1', '2026-11-20T07:08:09Z');
    expect(await lastAnswer('live')).toBeNull();
  });

  it.each(['order/getById?id=', 'order/hashrate?id='])(
    'is not found when it is someone else’s, missing or malformed: %s',
    async (path) => {
      for (const id of [orders['others'], '019aaaaa-0000-7000-8000-999999999999', 'nonsense', '-1']) {
        expect(await api.get(ME, `${path}${id}`)).toMatchObject({ status: 404, body: { err_code: 'err_not_found' } });
      }
    },
  );

  // proves 7: order/rewards
  it('lists rewards with receipts, the newest day first, and today beside them', async () => {
    const { body } = await api.post(ME, 'order/rewards', { id: orders['live'], pageSize: 1 });
    const result = z.parse(orderRewards.result, body.result);
    expect(result.data).toMatchObject([
      { day: '2026-11-18', reward_amount: '0.000025', inputs: { segments: [{ height: 930_000 }] } },
    ]);
    expect(result.paginator.total).toBe(2);
    expect(result.today).toEqual({
      day: '2026-11-20',
      estimated_amount: '0.00000321',
      covered_seconds: 100,
      down_seconds: 30,
      blind_seconds: 20,
    });
    // Two days are settled for it; the others, yesterday too, are named with what was measured of them.
    expect(result.provisional_days).toHaveLength(16);
    expect(result.provisional_days.slice(-2)).toEqual(['2026-11-16', '2026-11-19']);
    expect(result.provisional).toEqual([
      {
        day: '2026-11-19',
        estimated_amount: '0.00000111',
        covered_seconds: 60,
        down_seconds: 0,
        blind_seconds: 0,
      },
    ]);
    const price = { source: 'binance', pair: 'BTCUSDT', time: '2026-11-19T00:00:00.000Z' };
    expect(result.data[0]).toMatchObject({ part: 0, cause: null, price });
    // Of a day from before it was kept nothing is said.
    const before = await api.post(ME, 'order/rewards', { id: orders['live'], pageSize: 1, page: 2 });
    expect(z.parse(orderRewards.result, before.body.result).data[0]).toMatchObject({ day: '2026-11-17', price: null });
    expect(await api.post(ME, 'order/rewards', { id: orders['others'] })).toMatchObject({ status: 404 });
  });

  it('gives the receipt of one movement alone, and none of a movement that is no reward of it', async () => {
    const all = await api.post(ME, 'order/rewards', { id: orders['live'] });
    const older = z.parse(orderRewards.result, all.body.result).data[1]!;
    const one = async (transaction: string) => {
      const { body } = await api.post(ME, 'order/rewards', { id: orders['live'], transaction_id: transaction });
      return z.parse(orderRewards.result, body.result).data;
    };
    expect(await one(older.transaction_id!)).toEqual([older]);
    expect(await one(orders['live']!)).toEqual([]);
  });

  // proves 7: order/rewards/export
  it('gives the receipts of all orders in one file of JSON, of nobody else’s', async () => {
    const { status, text, headers } = await api.file(ME, 'order/rewards/export');
    const { receipts } = JSON.parse(text) as { receipts: (Reward & { order_id: string })[] };
    const listed = [];
    for (const id of new Set(receipts.map((each) => each.order_id))) {
      const { body } = await api.post(ME, 'order/rewards', { id, pageSize: 100 });
      for (const each of z.parse(orderRewards.result, body.result).data) listed.push({ order_id: id, ...each });
    }
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(receipts.length).toBeGreaterThanOrEqual(2);
    const sorted = (rows: { order_id: string; day: string }[]) =>
      rows.toSorted((a, b) => (a.order_id + a.day < b.order_id + b.day ? -1 : 1));
    expect(sorted(receipts)).toEqual(sorted(listed));
    expect(receipts.map((each) => each.day)).toEqual(
      receipts
        .map((each) => each.day)
        .toSorted()
        .toReversed(),
    );
  });

  // proves 7: order/hashrate
  it('shows a gap in its hashrate as a gap', async () => {
    const { body } = await api.get(ME, `order/hashrate?id=${orders['live']}`);
    expect(z.parse(orderHashrate.result, body.result).points).toEqual([
      { time: '2026-11-20T12:00:00.000Z', hashrate: null },
    ]);
  });
});
