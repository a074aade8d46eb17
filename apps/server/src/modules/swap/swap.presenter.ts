import type { AgreedSwap, SwapPair as WirePair, SwapQuote as WireQuote } from '@minerx/contract/swap';
import { formatUnits } from '@minerx/rules/money';
import { SWAP_QUOTE_SECONDS, swapTerms, type SwapPair } from '@minerx/rules/swap';
import type { QuotePrice, TakenQuote } from './swap.query.ts';
import type { GivenQuote } from './swap-quote.command.ts';

/** Percent as decimal text: 5000 millionths are 0.5. */
const percent = (ppm: number): string => formatUnits(BigInt(ppm) * 10_000n);

export const presentPair = ({ from, to, spreadPpm, feePpm, minUnits, maxUnits }: SwapPair): WirePair => ({
  swap_from_type: from,
  swap_to_type: to,
  swap_min_amount: formatUnits(minUnits),
  swap_max_amount: formatUnits(maxUnits),
  swap_spread_percent: percent(spreadPpm),
  swap_fee_percent: percent(feePpm),
});

const presentPrice = ({ priceUnits, priceAt, priceSource, priceSimulated }: QuotePrice) => ({
  price: formatUnits(priceUnits),
  source: { name: priceSource, simulated: priceSimulated, at: priceAt.toISOString() },
});

export const presentQuote = ({ id, pair, amountUnits, terms, prices, expiresAt }: GivenQuote): WireQuote => ({
  id,
  ...presentPair(pair),
  amount: formatUnits(amountUnits),
  swap_arrives_amount: formatUnits(terms.arrivesUnits),
  swap_fee_amount: formatUnits(terms.feeUnits),
  swap_rate: formatUnits(terms.rateUnits),
  swap_rate_back: formatUnits(terms.backRateUnits),
  swap_from_price: presentPrice(prices.from),
  swap_to_price: presentPrice(prices.to),
  swap_seconds: SWAP_QUOTE_SECONDS,
  swap_expires_date: expiresAt.toISOString(),
});

/** The rate is reckoned again from what the quote was made of. */
export const presentAgreed = (agreed: TakenQuote): AgreedSwap => {
  const prices = { [agreed.from]: agreed.fromPriceUnits, [agreed.to]: agreed.toPriceUnits };
  const terms = swapTerms(agreed, agreed.amountUnits, prices);
  return {
    swap_spread_percent: percent(agreed.spreadPpm),
    swap_fee_percent: percent(agreed.feePpm),
    swap_fee_amount: formatUnits(agreed.feeUnits),
    swap_rate: formatUnits(terms?.rateUnits ?? 0n),
    swap_rate_back: formatUnits(terms?.backRateUnits ?? 0n),
    swap_from_price: formatUnits(agreed.fromPriceUnits),
    swap_to_price: formatUnits(agreed.toPriceUnits),
    swap_quote_date: agreed.quotedAt.toISOString(),
  };
};
