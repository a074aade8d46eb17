import { formatUnits } from '@minerx/rules/money';
import { decideSwapQuote, SWAP_QUOTE_SECONDS, type SwapPair, type SwapTerms } from '@minerx/rules/swap';
import { isWalletId, type WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { uuidV7 } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { insertQuote } from './swap.store.ts';
import { readQuoteFacts, type QuotePrice } from './swap.query.ts';
import { pricesByWallet } from '../wallet/price.ledger.ts';

interface SwapInput {
  readonly from: number;
  readonly to: number;
  readonly amountUnits: bigint;
}

/** A promise to a member, and what it was made of. */
export interface GivenQuote {
  readonly id: string;
  readonly pair: SwapPair;
  readonly amountUnits: bigint;
  readonly terms: SwapTerms;
  readonly prices: { readonly from: QuotePrice; readonly to: QuotePrice };
  readonly expiresAt: Date;
}

/**
 * Promises a member what an amount brings, for a few seconds. Whether the member has the amount is asked when the quote is taken.
 * @throws err_swap_pair, err_swap_amount, err_price_stale, err_swap_liquidity
 */
export const quoteSwap = async (
  { pool, clock, random }: Pick<Context, 'pool' | 'clock' | 'random'>,
  memberId: bigint,
  { from, to, amountUnits }: SwapInput,
): Promise<GivenQuote> => {
  if (!isWalletId(from) || !isWalletId(to)) return refuse('err_swap_pair');
  const facts = await readQuoteFacts(pool, from, to);
  const now = clock.now();
  const quoted = decideSwapQuote({ ...facts, prices: pricesByWallet(facts.prices, now) }, amountUnits);
  if (!quoted.ok) {
    const { refusal, bounds } = quoted;
    const details = bounds && { min: formatUnits(bounds.minUnits), max: formatUnits(bounds.maxUnits) };
    return refuse(refusal, details && { details });
  }
  const { pair, terms } = quoted;
  const [at, expiresAt] = [new Date(now), new Date(now + SWAP_QUOTE_SECONDS * 1000)];
  const id = uuidV7(clock, random);
  const priceOf = (wallet: WalletId): QuotePrice => facts.prices.find((price) => price.id === wallet)!;
  const prices = { from: priceOf(from), to: priceOf(to) };
  const { arrivesUnits, feeUnits } = terms;
  const { spreadPpm, feePpm } = pair;
  const [fromPriceUnits, toPriceUnits] = [prices.from.priceUnits, prices.to.priceUnits];
  const promised = { arrivesUnits, feeUnits, fromPriceUnits, toPriceUnits, spreadPpm, feePpm };
  await insertQuote(pool, { id, memberId, from, to, amountUnits, ...promised, at, expiresAt });
  return { id, pair, amountUnits, terms, prices, expiresAt };
};
