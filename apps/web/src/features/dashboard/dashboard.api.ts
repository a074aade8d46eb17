import { packageOrderAll } from '@minerx/contract/order';
import { machineCount } from '@minerx/rules/miner-package';
import { contractEstimate, MAX_HASHRATE_THS, POWER_W } from '@minerx/rules/mining-reward';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { ACTIVATED, DISCONNECTED, isOrderStatus, type OrderStatus } from '@minerx/rules/order-status';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { orderKeys } from '../../feeds/order-cache.ts';
import { fillWeek, type DayReward } from './week.ts';

/** What the dashboard needs of a live order; the pool feed keeps its status true. */
export interface LiveOrder {
  id: string;
  serial: string;
  status: OrderStatus;
  simulated: boolean;
  /** Th/s when it was loaded; the feed knows better. */
  hashrateThs: number | null;
}

/** BTC amounts in 1e-8 BTC. */
export interface Profits {
  orders: readonly LiveOrder[];
  /** Whole machines that all live orders come to. */
  minerCount: number;
  capacityThs: number;
  powerW: number;
  totalUnits: Units;
  /** Provisional: today is not settled. */
  todayUnits: Units;
  yesterdayUnits: Units;
  /** Yesterday is not settled for every order yet. */
  isYesterdayProvisional: boolean;
  /** The specification's two figures a day. */
  contract: { min: Units; max: Units };
  /** What the network gives such machines in a day; null without a source. */
  networkUnits: Units | null;
  /** Orders that are not live: for their member, for stock or a group, and over. */
  readyCount: number;
  waitingCount: number;
  endedCount: number;
  /** Seven days, oldest first, zeros where nothing was mined. */
  week: readonly DayReward[];
  simulated: boolean;
}

async function loadProfits(signal: AbortSignal): Promise<Profits> {
  const { data, summary, graph_data: graph } = await request(packageOrderAll, { signal });
  const minerCount = machineCount(summary);
  return {
    orders: data.map((order) => ({
      id: order.id,
      serial: order.package_order_serial_no,
      status: isOrderStatus(order.package_order_status) ? order.package_order_status : DISCONNECTED,
      simulated: order.simulated,
      hashrateThs: order.hashrate,
    })),
    minerCount,
    capacityThs: minerCount * MAX_HASHRATE_THS,
    powerW: minerCount * POWER_W,
    totalUnits: unitsFrom(summary.total_mined),
    todayUnits: unitsFrom(summary.today_mined),
    yesterdayUnits: unitsFrom(summary.ytd_mined),
    isYesterdayProvisional: summary.ytd_provisional,
    contract: contractEstimate({ shared: summary.shared, own: summary.own }),
    networkUnits: summary.expected_daily === null ? null : unitsFrom(summary.expected_daily),
    readyCount: summary.ready,
    waitingCount: summary.queue,
    endedCount: summary.end,
    week: fillWeek(
      graph.map(({ bonus_tmp_release_date: day, total, provisional }) => ({
        day,
        units: unitsFrom(total),
        provisional,
      })),
      Date.now(),
    ),
    simulated: summary.simulated,
  };
}

/** Everything that the dashboard shows but the live figures. */
export const useProfits = (): UseQueryResult<Profits> =>
  useQuery({
    queryKey: orderKeys.summary,
    queryFn: ({ signal }) => loadProfits(signal),
    refetchInterval: 60_000,
  });

/** Orders by whether their machines answer. */
export const countActive = (orders: readonly LiveOrder[]): number =>
  orders.filter(({ status }) => status === ACTIVATED).length;
