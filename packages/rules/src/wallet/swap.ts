import { ceilToPrecision, floorToPrecision, mulDivCeil, mulDivFloor, UNIT, units } from './money.ts';
import type { Units } from './money.ts';
import { walletById } from './wallet.ts';
import type { ByWallet, WalletId } from './wallet.ts';

/** How long a quote stands (decisions §6). */
export const SWAP_QUOTE_SECONDS = 15;

/** Millionths of the whole. */
const WHOLE_PPM = 1_000_000n;
/** What operators may take at most, of spread and fee each: half. */
export const SWAP_SHARE_MAX_PPM = 500_000;

/** One way in which members may change one wallet into another, as operators have set it. */
export interface SwapPair {
  readonly from: WalletId;
  readonly to: WalletId;
  /** What the house keeps of the rate, in millionths. */
  readonly spreadPpm: number;
  /** What it takes of what comes out, in millionths. */
  readonly feePpm: number;
  /** The least and the most of `from` at once. */
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  readonly enabled: boolean;
}

export interface SwapTerms {
  /** Units of `to` for one whole `from`, the spread taken off and the fee not, and the other way round; rounded down, to be read. */
  readonly rateUnits: Units;
  readonly backRateUnits: Units;
  /** What the fee takes, in `to`. */
  readonly feeUnits: Units;
  /** What the member gets, in `to`. */
  readonly arrivesUnits: Units;
}

/** Dollars for one unit of a wallet as a fraction: prices say it the one way or the other. */
const dollars = (wallet: WalletId, priceUnits: bigint): readonly [numerator: bigint, denominator: bigint] =>
  walletById(wallet).priceMeaning === 'units_per_usd' ? [UNIT, priceUnits] : [priceUnits, UNIT];

/** `amount` of one wallet in units of another by their prices, as numerator and denominator of what one unit brings. */
const ratio = (from: WalletId, to: WalletId, prices: ByWallet): readonly [bigint, bigint] => {
  const [fromOver, fromUnder] = dollars(from, prices[from] ?? 0n);
  const [toOver, toUnder] = dollars(to, prices[to] ?? 0n);
  return [fromOver * toUnder, fromUnder * toOver];
};

/**
 * What an amount of `from` brings: at the price of both, less the spread, less the fee, rounded down at the decimals of the wallet
 * that receives it; the fee is rounded up. Null when a price is not known.
 */
export const swapTerms = (
  { from, to, spreadPpm, feePpm }: Pick<SwapPair, 'from' | 'to' | 'spreadPpm' | 'feePpm'>,
  amountUnits: bigint,
  prices: ByWallet,
): SwapTerms | null => {
  if ((prices[from] ?? 0n) <= 0n || (prices[to] ?? 0n) <= 0n) return null;
  const [over, under] = ratio(from, to, prices);
  const { precision } = walletById(to);
  const kept = WHOLE_PPM - BigInt(spreadPpm);
  const gross = floorToPrecision(mulDivFloor(amountUnits * kept, over, under * WHOLE_PPM), precision);
  const feeUnits = ceilToPrecision(mulDivCeil(gross, BigInt(feePpm), WHOLE_PPM), precision);
  return {
    rateUnits: mulDivFloor(UNIT * kept, over, under * WHOLE_PPM),
    backRateUnits: mulDivFloor(UNIT * WHOLE_PPM, under, over * kept),
    feeUnits,
    arrivesUnits: units(gross - feeUnits),
  };
};

type SwapRefusal = 'err_swap_pair' | 'err_swap_amount' | 'err_price_stale' | 'err_swap_liquidity';

export interface SwapQuoteState {
  /** Null when operators have no such pair. */
  readonly pair: SwapPair | null;
  /** Those that money may move by now. */
  readonly prices: ByWallet;
  /** What the house has of the wallet that comes out. */
  readonly liquidityUnits: bigint;
}

type SwapQuoted =
  | { readonly ok: true; readonly pair: SwapPair; readonly terms: SwapTerms }
  | {
      readonly ok: false;
      readonly refusal: SwapRefusal;
      /** `err_swap_amount`: between what the amount must be. */
      readonly bounds?: { readonly minUnits: bigint; readonly maxUnits: bigint };
    };

/** Whether an amount can be swapped: between the pair's bounds, and no finer than its wallet shows. */
export const isSwapAmount = ({ from, minUnits, maxUnits }: SwapPair, amountUnits: bigint): boolean =>
  amountUnits > 0n &&
  amountUnits >= minUnits &&
  amountUnits <= maxUnits &&
  floorToPrecision(amountUnits, walletById(from).precision) === amountUnits;

/** Decides whether and at what terms an amount is quoted. */
export const decideSwapQuote = ({ pair, prices, liquidityUnits }: SwapQuoteState, amountUnits: bigint): SwapQuoted => {
  if (pair === null || !pair.enabled) return { ok: false, refusal: 'err_swap_pair' };
  const { minUnits, maxUnits } = pair;
  const bounds = { minUnits, maxUnits };
  if (!isSwapAmount(pair, amountUnits)) return { ok: false, refusal: 'err_swap_amount', bounds };
  const terms = swapTerms(pair, amountUnits, prices);
  if (terms === null) return { ok: false, refusal: 'err_price_stale' };
  if (terms.arrivesUnits <= 0n) return { ok: false, refusal: 'err_swap_amount', bounds };
  if (liquidityUnits < terms.arrivesUnits + terms.feeUnits) return { ok: false, refusal: 'err_swap_liquidity' };
  return { ok: true, pair, terms };
};

/** A quote as it was given; it stands for a while and once. */
export interface SwapQuote {
  readonly from: WalletId;
  readonly to: WalletId;
  readonly amountUnits: bigint;
  readonly arrivesUnits: bigint;
  readonly feeUnits: bigint;
  /** What it was made of. */
  readonly prices: ByWallet;
  readonly spreadPpm: number;
  readonly feePpm: number;
  /** Prices, spread and fee are such as there were then. */
  readonly given: boolean;
  readonly expiresAt: Date;
  readonly taken: boolean;
}

/** Whether a quote promises what its prices, spread and fee come to, and those were there: anything else nobody was promised. */
const isPromised = (quote: SwapQuote): boolean => {
  const terms = swapTerms(quote, quote.amountUnits, quote.prices);
  return quote.given && terms?.arrivesUnits === quote.arrivesUnits && terms.feeUnits === quote.feeUnits;
};

interface SwapState {
  readonly quote: SwapQuote;
  /** Of the member, in `from`. */
  readonly balanceUnits: bigint;
  /** Of the house, in `to`. */
  readonly liquidityUnits: bigint;
  readonly now: Date;
}

/** Whether a quote is taken now; null when it is. */
export const findSwapRefusal = ({
  quote,
  balanceUnits,
  liquidityUnits,
  now,
}: SwapState): 'err_swap_quote' | 'err_insufficient_balance' | 'err_swap_liquidity' | null => {
  if (quote.taken || !isPromised(quote) || now.getTime() >= quote.expiresAt.getTime()) return 'err_swap_quote';
  if (balanceUnits < quote.amountUnits) return 'err_insufficient_balance';
  return liquidityUnits < quote.arrivesUnits + quote.feeUnits ? 'err_swap_liquidity' : null;
};

/** The least amount of `from` that brings at least so much of `to`; null when a price is not known. @internal */
export const amountToGet = (
  pair: Pick<SwapPair, 'from' | 'to' | 'spreadPpm' | 'feePpm'>,
  wantedUnits: bigint,
  prices: ByWallet,
): Units | null => {
  if (swapTerms(pair, 0n, prices) === null) return null;
  const [over, under] = ratio(pair.from, pair.to, prices);
  const { precision } = walletById(pair.from);
  const beforeFee = mulDivCeil(wantedUnits, WHOLE_PPM, WHOLE_PPM - BigInt(pair.feePpm));
  const gross = ceilToPrecision(beforeFee, walletById(pair.to).precision);
  const kept = WHOLE_PPM - BigInt(pair.spreadPpm);
  let amount = ceilToPrecision(mulDivCeil(gross * WHOLE_PPM, under, over * kept), precision);
  // The fee is rounded up at the receiving wallet's decimals: one more of its last digit may be missing.
  while (swapTerms(pair, amount, prices)!.arrivesUnits < wantedUnits) {
    const step = 10n ** BigInt(8 - walletById(pair.to).precision);
    const more = mulDivCeil(step * WHOLE_PPM, under, over * kept);
    amount = ceilToPrecision(amount + (more > 0n ? more : 1n), precision);
  }
  return amount;
};

/** The pair that a wallet is filled up by: from USDT where that is possible. */
export const topUpPair = (pairs: readonly SwapPair[], to: WalletId): SwapPair | null =>
  pairs.filter((pair) => pair.to === to).toSorted((a, b) => a.from - b.from)[0] ?? null;

/** As `amountToGet`, and no less than the pair takes at once. */
export const topUpAmount = (pair: SwapPair, wantedUnits: bigint, prices: ByWallet): Units | null => {
  const least = amountToGet(pair, wantedUnits, prices);
  return least === null || least >= pair.minUnits ? least : units(pair.minUnits);
};
