import type { ResultOf } from '@minerx/contract/call';
import type { LiveOrder, Order, orderGetById, orderRewards, Reward, StockOrder } from '@minerx/contract/order';
import { minerPackageById } from '@minerx/rules/miner-package';
import { formatUnits } from '@minerx/rules/money';
import { isLive, ON_QUEUE, WAITING_STOCK, wireStatus } from '@minerx/rules/order-status';
import type { DeviceShare, OrderMeasurements, TodayOfOrder } from './order-measurements.query.ts';
import type { LiveOrderRow, MovedRow, OrderRow, QueuedOrderRow } from './order.query.ts';
import type { RewardRow } from './reward.query.ts';

/** Shown while an order has no devices, as the specification does. */
const NO_SERIAL = '-';

/** The devices that work for an order now. */
export const sharesOf = ({ devices }: Pick<OrderRow, 'devices'>): DeviceShare[] =>
  (devices?.split(',') ?? []).map((device) => {
    const [deviceId, shareTenths] = device.split(':');
    return { deviceId: Number(deviceId), shareTenths: Number(shareTenths) };
  });

/** An order on the wire. `place`: its position while it queues or waits. */
export const presentOrder = (row: OrderRow, measurements: Pick<OrderMeasurements, 'hashrateOf'>, place = 0): Order => {
  // A ready order has its devices, but they do not work for it before it is activated.
  const shares = isLive(row.status) ? sharesOf(row) : [];
  // What it was bought as, also after its voucher went back.
  const { isVoucher, kind } = minerPackageById(row.packageId);
  return {
    id: row.id,
    package_order_id: row.id,
    package_order_no: row.number,
    package_order_created_date: row.createdAt.toISOString(),
    package_order_isvoucher: isVoucher,
    package_order_amount: formatUnits(row.amountUnits),
    package_order_max_profit: formatUnits(row.maxProfitUnits),
    package_order_profit_balance: formatUnits(row.profitBalanceUnits),
    package_order_packageid: row.packageId,
    package_order_serial_no: row.status === ON_QUEUE || row.status === WAITING_STOCK ? NO_SERIAL : row.serial,
    package_order_status: wireStatus(row.status),
    package_order_activated_date: row.activatedAt?.toISOString() ?? null,
    package_activate_price: formatUnits(row.activationFeeUnits),
    package_order_shared: kind === 'shared',
    queue: place,
    package_name: row.packageName,
    hashrate: shares.length === 0 ? null : measurements.hashrateOf(shares),
    simulated: row.simulated ?? false,
  };
};

/** An order that waits for stock, with what comes back when it is cancelled. */
export const presentStockOrder = (
  row: QueuedOrderRow,
  measurements: Pick<OrderMeasurements, 'hashrateOf'>,
): StockOrder => ({
  ...presentOrder(row, measurements, row.place),
  paid: row.paid.map(({ walletName, units }) => ({
    member_wallet_type_name: walletName,
    paid_amount: formatUnits(BigInt(units)),
  })),
});

/** What the dashboard draws of a live order. */
export const presentLiveOrder = (row: LiveOrderRow, measurements: Pick<OrderMeasurements, 'hashrateOf'>): LiveOrder => {
  const shares = sharesOf(row);
  return {
    id: row.id,
    package_order_serial_no: row.serial,
    package_order_status: wireStatus(row.status),
    hashrate: shares.length === 0 ? null : measurements.hashrateOf(shares),
    simulated: row.simulated ?? false,
  };
};

/** What came back of a cancelled order, and when; of one cancelled before that was kept, the refund's own date. */
export const presentRefund = (
  { endedAt }: Pick<OrderRow, 'endedAt'>,
  rows: readonly MovedRow[],
): NonNullable<ResultOf<typeof orderGetById>['refund']> => ({
  refund_date: (endedAt ?? rows[0]?.at)?.toISOString() ?? null,
  wallets: rows.map(({ walletName, units }) => ({
    member_wallet_type_name: walletName,
    refund_amount: formatUnits(units),
  })),
});

/** What was paid for an order, and where that is recorded. */
export const presentPayment = (rows: readonly MovedRow[]): ResultOf<typeof orderGetById>['payment'] =>
  rows[0] === undefined
    ? null
    : {
        transaction_id: rows[0].transferId,
        wallets: rows.map(({ walletName, units }) => ({
          member_wallet_type_name: walletName,
          paid_amount: formatUnits(units),
        })),
      };

/** The receipt of a settled day, or of a correction of it. */
export const presentReward = (row: RewardRow): Reward => ({
  day: row.day,
  part: row.part,
  cause: row.cause,
  reward_amount: formatUnits(row.sat),
  reward_usd: formatUnits(row.usdUnits),
  simulated: row.simulated,
  transaction_id: row.transferId,
  settled_date: row.settledAt.toISOString(),
  price:
    row.priceSource === null || row.pricePair === null || row.priceAt === null
      ? null
      : { source: row.priceSource, pair: row.pricePair, time: row.priceAt.toISOString() },
  inputs: row.inputs,
});

/** What today has measured so far: provisional until the day is settled. */
export const presentToday = (today: TodayOfOrder): NonNullable<ResultOf<typeof orderRewards>['today']> => ({
  day: today.day,
  estimated_amount: formatUnits(today.estimatedSat),
  covered_seconds: today.coveredSeconds,
  down_seconds: today.downSeconds,
  blind_seconds: today.blindSeconds,
});

/** Four decimals, as live values have them. */
const ROUNDING = 1e4;

/** A point of the hashrate chart; a gap stays a gap. */
export const presentPoint = ({ at, hashrateThs }: { at: Date; hashrateThs: number | null }) => ({
  time: at.toISOString(),
  hashrate: hashrateThs === null ? null : Math.round(hashrateThs * ROUNDING) / ROUNDING,
});
