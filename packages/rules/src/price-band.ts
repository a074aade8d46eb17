/** How far a new price may be from what bears it out, in millionths, unless operators have set another band: 10 %. */
export const DEFAULT_PRICE_BAND_PPM = 100_000;
/** Below this ordinary minutes would be refused, above it the band would keep out nothing. */
export const PRICE_BAND_PPM = { least: 5_000, most: 500_000 } as const;
/** Our own confirmed closes bear a price out for so long while the second source is silent. */
export const CONFIRMED_PRICE_LIMIT_MS = 24 * 3_600_000;

/**
 * Why a price is not believed:
 * `sources_disagree` the second source says something else; `leap_unconfirmed` the second source is silent and our own last
 * confirmed close says something else; `nothing_to_compare` neither has anything to say, as on an empty database.
 */
export type PriceDoubt = 'sources_disagree' | 'leap_unconfirmed' | 'nothing_to_compare';

export interface PriceEvidence {
  /** What the second source says of the same moment; null when it is silent or too old. */
  readonly secondUnits: bigint | null;
  /** The last close that both sources agreed on, at most a day old; null when there is none. */
  readonly confirmedUnits: bigint | null;
  readonly bandPpm: number;
}

/** `confirmed`: the second source agrees, so that later prices may be measured by this one. */
export type PriceVerdict =
  | { readonly believed: true; readonly confirmed: boolean }
  | { readonly believed: false; readonly doubt: PriceDoubt };

/** Whether a price is at most the band away from what it is measured by. */
export const isWithinBand = (priceUnits: bigint, byUnits: bigint, bandPpm: number): boolean => {
  const apart = priceUnits > byUnits ? priceUnits - byUnits : byUnits - priceUnits;
  return apart * 1_000_000n <= byUnits * BigInt(bandPpm);
};

/**
 * Whether a price of the market may move money. The second source decides while it speaks: a leap that it confirms is the
 * market's, one that it does not is a lie of one of the two. While it is silent a price may be the band away from the last one that
 * both agreed on, and no further however small its steps: unconfirmed prices are never what others are measured by.
 */
export const judgePrice = (
  priceUnits: bigint,
  { secondUnits, confirmedUnits, bandPpm }: PriceEvidence,
): PriceVerdict => {
  const doubted = (doubt: PriceDoubt): PriceVerdict => ({ believed: false, doubt });
  if (secondUnits !== null)
    return isWithinBand(priceUnits, secondUnits, bandPpm)
      ? { believed: true, confirmed: true }
      : doubted('sources_disagree');
  if (confirmedUnits === null) return doubted('nothing_to_compare');
  return isWithinBand(priceUnits, confirmedUnits, bandPpm)
    ? { believed: true, confirmed: false }
    : doubted('leap_unconfirmed');
};
