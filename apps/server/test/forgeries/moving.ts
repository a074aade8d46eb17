import type { Forgery } from './forgery.ts';

/** Of what is exchanged. */
export const SWAPS: readonly Forgery[] = [
  {
    name: 'the prices of a swap',
    sql: `UPDATE swap_quote SET from_price_units = from_price_units * 10, to_price_units = to_price_units * 10 WHERE transfer_id IS NOT NULL`,
  },
  {
    name: 'the spread of a swap',
    sql: `UPDATE swap_quote SET spread_ppm = 1 WHERE transfer_id IS NOT NULL`,
  },
];
