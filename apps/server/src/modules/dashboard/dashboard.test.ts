import { packageOrderAll } from '@minerx/contract/order';
import { contractEstimate } from '@minerx/rules/mining-reward';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { measured, readApi, rowsOf, type ReadApi } from '../../../test/read-api.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { addDashboardRoutes } from './dashboard.route.ts';

const NOW = '2026-11-20T12:00:00Z';
const [ME, OTHER, NEWCOMER, SHARED_ONLY, OWN_ONLY] = [1000n, 2000n, 3000n, 4000n, 5000n];
let database: TestDatabase;
let api: ReadApi;

beforeAll(async () => {
  database = await testDatabase();
  const rows = rowsOf(database);
  await rows.reference();
  for (const id of [ME, OTHER, NEWCOMER, SHARED_ONLY, OWN_ONLY]) await rows.member(id);
  await rows.order(SHARED_ONLY, 1, { package_id: 2 });
  await rows.order(OWN_ONLY, 1);
  const own = await rows.order(ME, 1);
  await rows.order(ME, 1, { package_id: 2 });
  await rows.order(ME, 8, { package_id: 4 });
  await rows.order(ME, 1, { package_id: 5 });
  await rows.order(ME, 9);
  for (const status of [2, 6, 7, 10]) await rows.order(ME, status);
  const others = await rows.order(OTHER, 1);
  await rows.reward(own, ME, '2026-10-01', 10n);
  await rows.reward(own, ME, '2026-11-13', 300n);
  await rows.reward(own, ME, '2026-11-19', 4_000n);
  await rows.reward(others, OTHER, '2026-11-19', 50_000n);
  await rows.insert('setting', { key: 'network_tip', value: JSON.stringify({ height: 930_000, bits: '1701fca1' }) });
  await rows.insert('setting', { key: 'pool_fee_ppm', value: '0' });
  api = await readApi(database, NOW, (made) =>
    addDashboardRoutes(
      made,
      measured({
        todaySatOfMember: async () => 77n,
        daySatOfOrders: async (orderIds, day) => (day === '2026-11-19' ? BigInt(orderIds.length) * 5n : 0n),
      }),
    ),
  );
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const dashboardOf = async (memberId: bigint) =>
  z.parse(packageOrderAll.result, (await api.get(memberId, 'package/order/all')).body.result);

describe('the dashboard', () => {
  // proves 7: GET package/order/all
  it('counts ten shares for a shared unit, and the ten whole miners of an X2 as ten own ones', async () => {
    const { data, summary } = await dashboardOf(ME);
    expect(summary).toMatchObject({ shared: 20, own: 11, active: 3, disconnect: 1, end: 1, queue: 2, ready: 1 });
    expect(data).toHaveLength(4);
  });

  // proves 9: contract figures of shares and miners are of one size
  it('gives contract figures of one size for one unit of either kind', async () => {
    const [own, shared] = await Promise.all([OWN_ONLY, SHARED_ONLY].map((id) => dashboardOf(id)));
    const figures = [own, shared].map((each) => contractEstimate(each!.summary));
    expect(figures[0]).toEqual({ min: 6_910n, max: 19_200n });
    expect(figures[1]).toEqual({ min: 6_700n, max: 19_300n });
    // The same machine in the end: one whole, or a tenth of each of ten.
    expect(shared!.summary.expected_daily).toBe(own!.summary.expected_daily);
  });

  it('sums what was mined in all, yesterday, and provisionally today', async () => {
    const { summary } = await dashboardOf(ME);
    expect(summary).toMatchObject({
      total_mined: '0.0000431',
      // Three of four live orders wait for the settlement of yesterday.
      ytd_mined: '0.00004015',
      ytd_provisional: true,
      today_mined: '0.00000077',
      simulated: true,
    });
  });

  it('gives each of the seven days before today, with zeros', async () => {
    const { graph_data: week } = await dashboardOf(ME);
    expect(week.map(({ bonus_tmp_release_date: day }) => day)).toEqual(
      ['13', '14', '15', '16', '17', '18', '19'].map((day) => `2026-11-${day}`),
    );
    expect(week.map(({ total }) => total)).toEqual(['0.000003', '0', '0', '0', '0', '0', '0.00004015']);
    expect(week.at(-1)!.provisional).toBe(true);
  });

  it('expects what the network gives for the same machines', async () => {
    const { summary } = await dashboardOf(ME);
    // 13 machines × 76 Th/s × 86400 s × target(1701fca1) ÷ 65535·2^240 × 3.125 BTC
    expect(Number(summary.expected_daily)).toBeGreaterThan(0.0004);
    expect(Number(summary.expected_daily)).toBeLessThan(0.0007);
  });

  it('shows yesterday as final once it is settled', async () => {
    const days = ['13', '14', '15', '16', '17', '18'].map((day) => `2026-11-${day}`);
    for (const day of [...days, '2026-11-19'])
      await database.pool.query(
        `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated) VALUES ($1, 'settled', '[]', 0, 1, now(), true)`,
        [day],
      );
    const { summary, graph_data: week } = await dashboardOf(ME);
    expect(summary).toMatchObject({ ytd_mined: '0.00004', ytd_provisional: false });
    expect(week.some(({ provisional }) => provisional)).toBe(false);
  });

  it('is all zeros for a newcomer', async () => {
    const { data, summary } = await dashboardOf(NEWCOMER);
    expect(data).toEqual([]);
    expect(summary).toMatchObject({
      shared: 0,
      own: 0,
      total_mined: '0',
      ytd_mined: '0',
      expected_daily: '0',
      simulated: false,
    });
  });
});
