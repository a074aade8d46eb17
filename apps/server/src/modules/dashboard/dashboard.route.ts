import { packageOrderAll } from '@minerx/contract/order';
import { formatUnits } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import type { OrderMeasurements } from '../order/order-measurements.query.ts';
import { presentOrder } from '../order/order.presenter.ts';
import { listLiveOrders } from '../order/order.query.ts';
import { findNetworkSettings } from '../telemetry/telemetry.query.ts';
import { dayOf, presentExpectedDaily } from './dashboard.presenter.ts';
import { findDashboard, listWeek } from './dashboard.query.ts';

export const addDashboardRoutes = (api: Api, measurements: OrderMeasurements): void => {
  const { pool, clock } = api.context;

  addRoute(api, packageOrderAll, { limit: perMinute(300) }, async ({ member }) => {
    const today = dayOf(clock.now());
    const [orders, row, week, todaySat, network] = await Promise.all([
      listLiveOrders(pool, member.memberId),
      findDashboard(pool, member.memberId, today),
      listWeek(pool, member.memberId, today),
      measurements.todaySatOfMember(member.memberId),
      findNetworkSettings(pool),
    ]);
    const data = orders.map((order) => presentOrder(order, measurements));
    return {
      data,
      summary: {
        total_mined: formatUnits(row.totalMinedSat),
        today_mined: formatUnits(todaySat),
        ytd_mined: formatUnits(row.yesterdaySat),
        shared: row.shared,
        own: row.own,
        queue: row.queue,
        active: row.active,
        end: row.end,
        disconnect: row.disconnect,
        expected_daily: presentExpectedDaily(row, network),
        simulated: row.simulated || data.some((order) => order.simulated),
      },
      graph_data: week.map(({ day, sat }) => ({ total: formatUnits(sat), bonus_tmp_release_date: day })),
    };
  });
};
