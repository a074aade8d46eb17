import { DAY_MS } from '@minerx/rules/duration';
import { packageOrderAll } from '@minerx/contract/order';
import { formatUnits } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import type { OrderMeasurements } from '../order/order-measurements.query.ts';
import { presentLiveOrder } from '../order/order.presenter.ts';
import { listLiveOrders } from '../order/order.query.ts';
import { findNetworkSettings, type NetworkSettings } from '../telemetry/telemetry.query.ts';
import { findDashboard, listWaitingOrders, listWeek, type DashboardRow } from './dashboard.query.ts';
import { machineCount } from '@minerx/rules/miner-package';
import { expectedDailyReward, MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';

export const addDashboardRoutes = (api: Api, measurements: OrderMeasurements): void => {
  const { pool, clock } = api.context;

  addRoute(api, packageOrderAll, { limit: perMinute(300) }, async ({ member }) => {
    const today = dayOf(clock.now());
    const [orders, row, week, waiting, todaySat, network] = await Promise.all([
      listLiveOrders(pool, member.memberId),
      findDashboard(pool, member.memberId, today),
      listWeek(pool, member.memberId, today),
      listWaitingOrders(pool, member.memberId, today),
      measurements.todaySatOfMember(member.memberId),
      findNetworkSettings(pool),
    ]);
    const provisional = new Map(
      await Promise.all(
        waiting.map(async ({ day, orderIds }) => [day, await measurements.daySatOfOrders(orderIds, day)] as const),
      ),
    );
    const yesterday = dayOf(clock.now() - DAY_MS);
    const data = orders.map((order) => presentLiveOrder(order, measurements));
    return {
      data,
      summary: {
        total_mined: formatUnits(row.totalMinedSat),
        today_mined: formatUnits(todaySat),
        ytd_mined: formatUnits(row.yesterdaySat + (provisional.get(yesterday) ?? 0n)),
        ytd_provisional: provisional.has(yesterday),
        shared: row.shared,
        own: row.own,
        queue: row.queue,
        ready: row.ready,
        active: row.active,
        end: row.end,
        disconnect: row.disconnect,
        expected_daily: presentExpectedDaily(row, network),
        simulated: row.simulated || data.some((order) => order.simulated),
      },
      graph_data: week.map(({ day, sat }) => ({
        total: formatUnits(sat + (provisional.get(day) ?? 0n)),
        bonus_tmp_release_date: day,
        provisional: provisional.has(day),
      })),
    };
  });
};

/** What the network gives that many machines at their full 76 Th/s, BTC a day; null without a network source. */
const presentExpectedDaily = (row: DashboardRow, { tip, poolFeePpm }: NetworkSettings): string | null => {
  if (tip === null) return null;
  const hashrateThs = machineCount(row) * MAX_HASHRATE_THS;
  return formatUnits(expectedDailyReward({ hashrateThs, bits: tip.bits, height: tip.height, feePpm: poolFeePpm }));
};

/** UTC day of a moment in milliseconds, `YYYY-MM-DD`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
