import { memberCommunity } from '@minerx/contract/miner-package';
import { packagePurchase, packagePurchase2 } from '@minerx/contract/purchase';
import { parseAllowedMethods, type PaymentMethod } from '@minerx/rules/payment-method';
import { WALLET } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import type { KeptPurchase } from './kept-purchase.ts';

export interface Purchased {
  orderCount: number;
  /** Of them, those that wait for stock. */
  waitingCount: number;
}

/** The payment methods that the member's community may use, in its order. */
export function useAllowedMethods(): UseQueryResult<readonly PaymentMethod[]> {
  return useQuery({
    queryKey: ['member', 'community'],
    queryFn: async ({ signal }) => {
      const { community } = await request(memberCommunity, { signal });
      return parseAllowedMethods(community[0]?.community_payment_method);
    },
    staleTime: 60_000,
  });
}

/**
 * Sends a purchase under its key: the same key has one effect, however often it is asked.
 * @throws {Refusal}
 */
export async function sendPurchase({ key, wish, seed }: KeptPurchase, pin: string): Promise<Purchased> {
  const common = {
    package: wish.packageId,
    quantity: wish.quantity,
    amount1: wish.amount1,
    amount2: wish.amount2,
    accept_waiting: wish.acceptWaiting,
    angpau_seed: seed,
    member_security_pin: pin,
  };
  const result =
    wish.line === 'x2'
      ? await request(packagePurchase2, { body: { ...common, wallet_type: WALLET.USDT }, idempotencyKey: key })
      : await request(packagePurchase, {
          body: { ...common, payment_method: wish.method, amount3: wish.amount3 ?? '0' },
          idempotencyKey: key,
        });
  return { orderCount: result.order_count, waitingCount: result.waiting_count };
}
