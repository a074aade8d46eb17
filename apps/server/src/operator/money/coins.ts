/** Whole coins of 18 digits, cut to six behind the point. */
export const coins = (wei: bigint): string =>
  `${wei / 10n ** 18n}.${String((wei % 10n ** 18n) / 10n ** 12n).padStart(6, '0')}`;
