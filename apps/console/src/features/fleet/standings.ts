import type { Standing } from '@minerx/rules/machine-standing';

/** How a machine stands, in words. */
export const WORDS: Readonly<Record<Standing, string>> = {
  silent: 'No answer',
  unseen: 'Not seen by the pool',
  apart: 'Apart from the pool',
  new: 'New',
  even: 'As the pool says',
};

const PPM_OF_PERCENT = 10_000;
/** A difference in per cent; null: there is nothing to compare with. */
export const apartText = (ppm: number | null): string =>
  ppm === null ? '–' : `${(ppm / PPM_OF_PERCENT).toFixed(1)} %`;
