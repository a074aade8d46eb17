import { orderRewards, type Reward as WireReward } from '@minerx/contract/order';
import { walletAll } from '@minerx/contract/wallet';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { WALLET } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { usePages } from '../../base/pages.ts';
import { orderKeys } from '../../feeds/order-cache.ts';

/** A settled day of one order, or a correction of it, with everything that its amount follows from. */
export interface Receipt {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  /** One of a kind among the receipts of an order. */
  id: string;
  /** Why a correction was due; null for the settlement of the day. */
  cause: WireReward['cause'];
  price: WireReward['price'];
  /** Credited, 1e-8 BTC. */
  rewardUnits: Units;
  /** Its worth at settlement, 1e-8 USD. */
  usdUnits: Units;
  simulated: boolean;
  settledAt: string;
  inputs: WireReward['inputs'];
  /** As the server sent it, for the copy. */
  wire: WireReward;
}

/** Provisional: what today has measured so far. */
export interface Today {
  day: string;
  estimatedUnits: Units;
  /** Machine seconds, summed over the order's machines: measured, stood still, and seen by nobody. Together all that have passed. */
  coveredSeconds: number;
  downSeconds: number;
  blindSeconds: number;
}

export interface RewardPage {
  rows: readonly Receipt[];
  total: number;
  today: Today | null;
  /** Days that are over and not settled yet; null where nothing was measured. */
  provisionalDays: readonly { day: string; estimatedUnits: Units | null }[];
}

const receiptOf = (wire: WireReward): Receipt => ({
  day: wire.day,
  id: `${wire.day}/${wire.part}`,
  cause: wire.cause,
  price: wire.price,
  rewardUnits: unitsFrom(wire.reward_amount),
  usdUnits: unitsFrom(wire.reward_usd),
  simulated: wire.simulated,
  settledAt: wire.settled_date,
  inputs: wire.inputs,
  wire,
});

/** Rewards of an order, newest day first, with what today has measured so far. */
export const useRewards = (orderId: string) =>
  usePages({
    key: orderKeys.rewards(orderId),
    load: async (page, signal): Promise<RewardPage> => {
      const result = await request(orderRewards, { body: { id: orderId, page, pageSize: PAGE_SIZE }, signal });
      const today = result.today && {
        day: result.today.day,
        estimatedUnits: unitsFrom(result.today.estimated_amount),
        coveredSeconds: result.today.covered_seconds,
        downSeconds: result.today.down_seconds,
        blindSeconds: result.today.blind_seconds,
      };
      return {
        rows: result.data.map(receiptOf),
        total: result.paginator.total,
        today,
        provisionalDays: result.provisional_days.map((day) => {
          const found = result.provisional.find((each) => each.day === day);
          return { day, estimatedUnits: found ? unitsFrom(found.estimated_amount) : null };
        }),
      };
    },
    keyOf: (receipt: Receipt) => receipt.id,
  });

/** The receipt of one movement; nothing is asked where there is none. */
export const useReceipt = (orderId: string, movement: string | undefined): UseQueryResult<Receipt | null> =>
  useQuery({
    queryKey: [...orderKeys.rewards(orderId), 'of', movement],
    enabled: movement !== undefined,
    queryFn: async ({ signal }) => {
      const { data } = await request(orderRewards, { body: { id: orderId, transaction_id: movement }, signal });
      return data[0] === undefined ? null : receiptOf(data[0]);
    },
    placeholderData: undefined,
  });

/** Dollars for one BTC, by the BTC wallet's price. */
export interface BtcPrice {
  /** × 1e8; zero when nothing is known. */
  units: Units;
  simulated: boolean;
  at: string | null;
}

export const useBtcPrice = (): UseQueryResult<BtcPrice> =>
  useQuery({
    queryKey: ['wallet', 'price', WALLET.BTC],
    queryFn: async ({ signal }) => {
      const { wallet_type: types } = await request(walletAll, { signal });
      const btc = types.find((type) => type.member_wallet_type_id === WALLET.BTC);
      return {
        units: unitsFrom(btc?.member_wallet_type_price ?? '0'),
        simulated: btc?.source.simulated ?? false,
        at: btc?.source.at ?? null,
      };
    },
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
