import { orderGetById, orderHashrate } from '@minerx/contract/order';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { orderKeys } from '../../feeds/order-cache.ts';
import { type MinerOrder, orderOf } from './order.api.ts';

export interface OrderDetails {
  order: MinerOrder;
  /** What was paid for it, by wallet, and the movement that says so; null for a voucher's order. */
  payment: { transactionId: string; wallets: readonly { name: string; units: Units }[] } | null;
  /** Settled days only, 1e-8 BTC. */
  minedUnits: Units;
  /** Devices that work for it: ten for a shared unit, a tenth of each. */
  deviceCount: number;
  /** Of a disconnected order: when one of its machines answered last; null where that is not known. */
  lastAnswerAt: string | null;
  /** Of an ended order: when its maximum profit was reached; null where that was not kept. */
  endedAt: string | null;
  /** Of a cancelled order: what came back, by wallet; none for a voucher's order, which gave its voucher back. */
  refund: { at: string | null; wallets: readonly { name: string; units: Units }[] } | null;
}

export const useOrder = (id: string): UseQueryResult<OrderDetails> =>
  useQuery({
    queryKey: orderKeys.one(id),
    queryFn: async ({ signal }) => {
      const result = await request(orderGetById, { query: { id }, signal });
      return {
        order: orderOf(result.order),
        payment: result.payment && {
          transactionId: result.payment.transaction_id,
          wallets: result.payment.wallets.map((each) => ({
            name: each.member_wallet_type_name,
            units: unitsFrom(each.paid_amount),
          })),
        },
        minedUnits: unitsFrom(result.total_mined),
        deviceCount: result.device_count,
        lastAnswerAt: result.last_answer_date,
        endedAt: result.ended_date,
        refund: result.refund && {
          at: result.refund.refund_date,
          wallets: result.refund.wallets.map((each) => ({
            name: each.member_wallet_type_name,
            units: unitsFrom(each.refund_amount),
          })),
        },
      };
    },
    // Never the last order under this one's address.
    placeholderData: undefined,
    refetchInterval: 60_000,
  });

/** A minute's average; null where nothing was measured. */
export interface MinutePoint {
  /** Start of the minute, Unix seconds. */
  time: number;
  ths: number | null;
}

/** The minute averages of the last hours, oldest first. */
export const useMinutes = (id: string): UseQueryResult<readonly MinutePoint[]> =>
  useQuery({
    queryKey: orderKeys.hashrate(id),
    queryFn: async ({ signal }) => {
      const { points } = await request(orderHashrate, { query: { id }, signal });
      return points.map(({ time, hashrate }) => ({ time: Math.floor(Date.parse(time) / 1000), ths: hashrate }));
    },
    placeholderData: undefined,
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
