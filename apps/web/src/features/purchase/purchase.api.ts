import { memberCommunity } from '@minerx/contract/miner-package';
import { packagePurchase, packagePurchase2, pickAmounts, type WireAmounts } from '@minerx/contract/purchase';
import type { PackageId, PackageLine } from '@minerx/rules/miner-package';
import { parseAllowedMethods, type PaymentMethod } from '@minerx/rules/payment-method';
import { WALLET } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import type { Intent } from '@minerx/contract/intent';
import { intentPlace } from '../../base/asking/intent.ts';

/** Everything that a purchase is sent with, but the PIN; amounts as on the wire. */
export interface PurchaseInput extends WireAmounts {
  line: PackageLine;
  packageId: PackageId;
  /** X1 only. */
  method: PaymentMethod;
  quantity: number;
  acceptWaiting: boolean;
  /** For the member's eyes: 1e-8 USDT as digits. */
  totalUsdt: string;
  /** The browser's part in the draw of the Raya decks that it grants. */
  seed: string;
}

/** Where the purchase of a page is kept while its answer is missing. The seed is drawn anew for each review and tells no two apart. */
export const purchasePlace = (line: PackageLine) =>
  intentPlace<PurchaseInput>(`purchase:${line}`, {
    fits: (input) => input.line === line && typeof input.totalUsdt === 'string',
    sameBy: (input) => ({ ...input, seed: '' }),
  });

export interface Purchased {
  orderCount: number;
  /** Of them, those that wait for stock. */
  waitingCount: number;
}

/** The payment methods that the member's community may use, in its order. */
export const useAllowedMethods = (): UseQueryResult<readonly PaymentMethod[]> =>
  useQuery({
    queryKey: ['member', 'community'],
    queryFn: async ({ signal }) => {
      const { community } = await request(memberCommunity, { signal });
      return parseAllowedMethods(community[0]?.community_payment_method);
    },
    staleTime: 60_000,
  });

/**
 * Sends a purchase under its key: the same key has one effect, however often it is asked.
 * @throws {Refusal}
 */
export async function sendPurchase({ key, input }: Intent<PurchaseInput>, pin: string): Promise<Purchased> {
  const common = {
    package: input.packageId,
    quantity: input.quantity,
    ...pickAmounts(input.line, input),
    accept_waiting: input.acceptWaiting,
    angpau_seed: input.seed,
    member_security_pin: pin,
  };
  const result =
    input.line === 'x2'
      ? await request(packagePurchase2, { body: { ...common, wallet_type: WALLET.USDT }, idempotencyKey: key })
      : await request(packagePurchase, {
          body: { ...common, payment_method: input.method },
          idempotencyKey: key,
        });
  return { orderCount: result.order_count, waitingCount: result.waiting_count };
}
