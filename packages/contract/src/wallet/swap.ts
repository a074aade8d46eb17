import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { pin } from '../member/member.ts';
import { amount, opaqueId, source, timestamp, walletTypeId } from '../wire/wire.ts';

const walletType = walletTypeId('err_swap_pair');

const pair = {
  swap_from_type: z.number(),
  swap_to_type: z.number(),
  /** Of the wallet that is given. */
  swap_min_amount: amount,
  swap_max_amount: amount,
  /** What the house keeps of the rate, in percent. */
  swap_spread_percent: amount,
  /** What it takes of what comes out, in percent. */
  swap_fee_percent: amount,
};
const swapPair = z.object(pair);
export type SwapPair = z.output<typeof swapPair>;

/** As `member_wallet_type_price`: for AOGTD how many a dollar buys. */
const price = z.object({ price: amount, source });

/** What a swap was agreed at: the quote that it took. */
export const agreedSwap = z.object({
  swap_spread_percent: amount,
  swap_fee_percent: amount,
  swap_fee_amount: amount,
  swap_rate: amount,
  swap_rate_back: amount,
  /** As `member_wallet_type_price`. */
  swap_from_price: amount,
  swap_to_price: amount,
  /** When it was quoted. */
  swap_quote_date: timestamp,
});
export type AgreedSwap = z.output<typeof agreedSwap>;

/** What an offer and a swap that was agreed have in common. */
export type SwapTerms = Pick<
  AgreedSwap,
  'swap_rate' | 'swap_rate_back' | 'swap_spread_percent' | 'swap_fee_percent' | 'swap_fee_amount'
>;

const quote = z.object({
  id: z.string(),
  ...pair,
  amount,
  /** What the member gets, spread and fee taken off. */
  swap_arrives_amount: amount,
  swap_fee_amount: amount,
  /** Units of what is got for one of what is given, the spread taken off and the fee not; and the other way round. Rounded down, to be read. */
  swap_rate: amount,
  swap_rate_back: amount,
  swap_from_price: price,
  swap_to_price: price,
  /** How long the quote stands from when it was given, and until when. */
  swap_seconds: z.number(),
  swap_expires_date: timestamp,
});
export type SwapQuote = z.output<typeof quote>;

export const swapOptions = defineCall({
  method: 'GET',
  path: 'wallet/swap/options',
  summary: 'The pairs of wallets that can be swapped, with their bounds, spread and fee.',
  session: 'member',
  result: z.object({ swap: z.array(swapPair) }),
  refusals: [],
});

/** `err_swap_amount` carries the least and the most in `err_details`. */
export const swapQuote = defineCall({
  method: 'POST',
  path: 'wallet/swap/quote',
  summary: 'A firm offer for an amount: what arrives, for 15 seconds and one swap.',
  session: 'member',
  body: z.object({ swap_from_type: walletType, swap_to_type: walletType, amount }),
  result: z.object({ quote }),
  refusals: ['err_swap_pair', 'err_swap_amount', 'err_swap_liquidity', 'err_price_stale'],
});

export const swap = defineCall({
  method: 'POST',
  path: 'wallet/swap',
  summary: 'Takes a quote: both amounts move, or neither. A quote that is over is refused; ask for a new one.',
  session: 'member',
  secondFactor: false,
  body: z.object({ id: opaqueId, member_security_pin: pin }),
  /** Id of the transaction. */
  result: z.object({ id: z.string() }),
  refusals: [
    'err_not_found',
    'err_swap_quote',
    'err_swap_liquidity',
    'err_insufficient_balance',
    'err_account_frozen',
    'err_payouts_frozen',
    'err_pin_wrong',
    'err_pin_locked',
  ],
  idempotent: true,
});
