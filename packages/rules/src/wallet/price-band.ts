import { HOUR_MS } from '../text/duration.ts';

/** The pair that money is valued by. */
export const BTC_SYMBOL = 'BTCUSDT';
/** How far a new price may be from what bears it out, in millionths, unless operators have set another band: 10 %. */
export const DEFAULT_PRICE_BAND_PPM = 100_000;
/** Below this ordinary minutes would be refused, above it the band would keep out nothing. */
export const PRICE_BAND_PPM = { least: 5_000, most: 500_000 } as const;
/** Our own confirmed closes bear a price out for so long while the second source is silent. */
export const CONFIRMED_PRICE_LIMIT_MS = 24 * HOUR_MS;

/** Of the band, the part that a price may be from that close meanwhile: 1 % of 10 %. */
const UNCONFIRMED_PART = 10;

/**
 * Why a price is not believed:
 * `sources_disagree` the second source says something else; `leap_not_closed` both say the same, but our own last confirmed close
 * something else: until a minute has closed there; `leap_unconfirmed` the second source is silent and our own last confirmed close says
 * something else; `nothing_to_compare` there is nothing that could bear it out, as on an empty database.
 */
export type PriceDoubt = 'sources_disagree' | 'leap_not_closed' | 'leap_unconfirmed' | 'nothing_to_compare';

interface PriceEvidence {
  /** What the second source says of the same moment; null when it is silent or too old. */
  readonly secondUnits: bigint | null;
  /** The last close that both sources agreed on, at most a day old; null when there is none. */
  readonly confirmedUnits: bigint | null;
  readonly bandPpm: number;
}

type PriceVerdict = { readonly believed: true } | { readonly believed: false; readonly doubt: PriceDoubt };

const BELIEVED: PriceVerdict = { believed: true };
const doubted = (doubt: PriceDoubt): PriceVerdict => ({ believed: false, doubt });

/** Whether a price is at most the band away from what it is measured by. */
export const isWithinBand = (priceUnits: bigint, byUnits: bigint, bandPpm: number): boolean => {
  const apart = priceUnits > byUnits ? priceUnits - byUnits : byUnits - priceUnits;
  return apart * 1_000_000n <= byUnits * BigInt(bandPpm);
};

/**
 * Whether a price of the market may move money: within the band of the second source, and within the band of the last close that both
 * agreed on. So a leap of the whole market waits until a minute has closed there in both markets (`judgeClose`), one of a single market for
 * ever. While the second source is silent a price may be a tenth of the band away from that close, and no further however small its steps:
 * one market alone moves money by so much and no more, and unconfirmed prices are never what others are measured by.
 */
export const judgePrice = (
  priceUnits: bigint,
  { secondUnits, confirmedUnits, bandPpm }: PriceEvidence,
): PriceVerdict => {
  if (secondUnits === null) {
    if (confirmedUnits === null) return doubted('nothing_to_compare');
    const near = isWithinBand(priceUnits, confirmedUnits, Math.floor(bandPpm / UNCONFIRMED_PART));
    return near ? BELIEVED : doubted('leap_unconfirmed');
  }
  if (!isWithinBand(priceUnits, secondUnits, bandPpm)) return doubted('sources_disagree');
  return confirmedUnits === null || isWithinBand(priceUnits, confirmedUnits, bandPpm)
    ? BELIEVED
    : doubted('leap_not_closed');
};

/**
 * Whether the close of a minute may be what days are settled by and later prices are measured by. The second source's close of the same
 * minute alone decides, whatever was before: that is how our own closes follow a market that truly moves. While it is silent there is none.
 */
export const judgeClose = (
  closeUnits: bigint,
  { secondUnits, bandPpm }: Omit<PriceEvidence, 'confirmedUnits'>,
): PriceVerdict =>
  secondUnits === null
    ? doubted('nothing_to_compare')
    : judgePrice(closeUnits, { secondUnits, confirmedUnits: null, bandPpm });

/** Whether a price is further than the band from the middle one of some closes; of nothing nothing has leapt. */
export const isLeap = (priceUnits: bigint, closes: readonly bigint[], bandPpm: number): boolean => {
  const sorted = [...closes].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle !== undefined && !isWithinBand(priceUnits, middle, bandPpm);
};
