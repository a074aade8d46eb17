import {
  packageOrder,
  packageOrderQueue,
  type Order as WireOrder,
  type StockOrder as WireStockOrder,
} from '@minerx/contract/order';
import {
  minerPackageById,
  isPackageId,
  devicesPerUnit,
  sharesTenths,
  WHOLE_DEVICE_TENTHS,
} from '@minerx/rules/miner-package';
import { MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { ENDED, isOrderStatus, type OrderFilter, type OrderStatus } from '@minerx/rules/order-status';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { usePages } from '../../base/pages.ts';
import { orderKeys } from '../../feeds/order-cache.ts';
import type { Translate } from '../../i18n/texts.ts';

/** What an order shows that has no serial yet (specification §4). */
export const NO_SERIAL = '-';

/** One order as its member sees it. Amounts in 1e-8 USDT. */
export interface MinerOrder {
  id: string;
  number: string;
  /** `NO_SERIAL` while it queues or waits. */
  serial: string;
  status: OrderStatus;
  packageId: number;
  /** As the server calls it: `packageText` says it in the member's language. */
  packageName: string;
  isShared: boolean;
  isVoucher: boolean;
  createdAt: string;
  activatedAt: string | null;
  amountUnits: Units;
  maxProfitUnits: Units;
  profitBalanceUnits: Units;
  activationFeeUnits: Units;
  /** n of ten while it queues, place in line while it waits for stock. */
  place: number;
  /** What its machines can do at most: 76 Th/s for each whole one. */
  capacityThs: number;
  /** Whole machines that it comes to: a shared unit is ten tenths. */
  machines: number;
  /** Th/s when the list was loaded; the feed knows better. */
  hashrateThs: number | null;
  simulated: boolean;
}

function machinesOf(packageId: number): number {
  if (!isPackageId(packageId)) return 1;
  const { kind } = minerPackageById(packageId);
  return (devicesPerUnit(kind) * sharesTenths(kind)) / WHOLE_DEVICE_TENTHS;
}

export function orderOf(wire: WireOrder): MinerOrder {
  const machines = machinesOf(wire.package_order_packageid);
  return {
    id: wire.id,
    number: wire.package_order_no,
    serial: wire.package_order_serial_no,
    // A status that this app does not know leads nowhere.
    status: isOrderStatus(wire.package_order_status) ? wire.package_order_status : ENDED,
    packageId: wire.package_order_packageid,
    packageName: wire.package_name,
    isShared: wire.package_order_shared,
    isVoucher: wire.package_order_isvoucher,
    createdAt: wire.package_order_created_date,
    activatedAt: wire.package_order_activated_date,
    amountUnits: unitsFrom(wire.package_order_amount),
    maxProfitUnits: unitsFrom(wire.package_order_max_profit),
    profitBalanceUnits: unitsFrom(wire.package_order_profit_balance),
    activationFeeUnits: unitsFrom(wire.package_activate_price),
    place: wire.queue,
    capacityThs: machines * MAX_HASHRATE_THS,
    machines,
    hashrateThs: wire.hashrate,
    simulated: wire.simulated,
  };
}

/** What the package of an order is called; one that this app does not know has the server's name. */
export const packageText = (t: Translate, { packageId, packageName }: MinerOrder): string =>
  isPackageId(packageId) ? t(`miner.package.${packageId}`) : packageName;

/** Orders in status 1, 2, 8 and 9 that the filter lets through, newest first. */
export const useOrders = (filter: OrderFilter) =>
  usePages({
    key: [...orderKeys.list, filter],
    load: async (page, signal) => {
      const body = { page, pageSize: PAGE_SIZE, filter };
      const { data, paginator } = await request(packageOrder, { body, signal });
      return { rows: data.map(orderOf), total: paginator.total };
    },
    keyOf: (order: MinerOrder) => order.id,
  });

/** One that waits for stock. */
export interface StockOrder extends MinerOrder {
  /** What comes back when it is cancelled, by wallet; nothing for a voucher's order. */
  paid: readonly { name: string; units: Units }[];
}

const stockOrderOf = (wire: WireStockOrder): StockOrder => ({
  ...orderOf(wire),
  paid: wire.paid.map((each) => ({ name: each.member_wallet_type_name, units: unitsFrom(each.paid_amount) })),
});

export interface WaitingOrders {
  /** They wait for the member alone, however many pages the list has. */
  ready: readonly MinerOrder[];
  /** They wait for their group of ten. */
  queue: readonly MinerOrder[];
  /** They wait for stock. */
  outOfStock: readonly StockOrder[];
}

export const useWaitingOrders = (): UseQueryResult<WaitingOrders> =>
  useQuery({
    queryKey: orderKeys.queue,
    queryFn: async ({ signal }) => {
      const { ready, queue, outOfStock } = await request(packageOrderQueue, { signal });
      return { ready: ready.map(orderOf), queue: queue.map(orderOf), outOfStock: outOfStock.map(stockOrderOf) };
    },
  });
