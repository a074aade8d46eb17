import { swap, swapQuote, type SwapTerms } from '@minerx/contract/swap';
import { unitsFrom, type Units } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import { request } from '../../base/api.ts';
import type { Intent } from '@minerx/contract/intent';
import { intentPlace } from '../../base/asking/intent.ts';

/** A firm offer, as it is put before the member. */
export interface SwapOffer {
  id: string;
  from: WalletId;
  to: WalletId;
  amountUnits: Units;
  arrivesUnits: Units;
  /** Of the wallet that it arrives in, as it was quoted. */
  priceUnits: Units;
  terms: SwapTerms;
  /** A price of it comes from a simulated source. */
  simulated: boolean;
  /** By this device's clock (ms); never later than by the server's. */
  until: number;
}

/** @throws {Refusal} */
export async function askQuote(from: WalletId, to: WalletId, amount: string): Promise<SwapOffer> {
  // From before it went out: the time on the way is not the member's.
  const askedAt = Date.now();
  const { quote } = await request(swapQuote, { body: { swap_from_type: from, swap_to_type: to, amount } });
  return {
    id: quote.id,
    from,
    to,
    amountUnits: unitsFrom(quote.amount),
    arrivesUnits: unitsFrom(quote.swap_arrives_amount),
    priceUnits: unitsFrom(quote.swap_to_price.price),
    terms: quote,
    simulated: quote.swap_from_price.source.simulated || quote.swap_to_price.source.simulated,
    until: askedAt + quote.swap_seconds * 1000,
  };
}

/** What a swap is sent with, but the PIN; amounts to be read again. */
export interface SwapInput {
  quoteId: string;
  from: number;
  to: number;
  amount: string;
  arrives: string;
}

/** Where a swap is kept while its answer is missing. */
export const swapPlace = intentPlace<SwapInput>('swap', { fits: ({ quoteId }) => typeof quoteId === 'string' });

/** Gives the id of the movement. @throws {Refusal} */
export const sendSwap = async ({ key, input }: Intent<SwapInput>, pin: string): Promise<string> =>
  (await request(swap, { body: { id: input.quoteId, member_security_pin: pin }, idempotencyKey: key })).id;
