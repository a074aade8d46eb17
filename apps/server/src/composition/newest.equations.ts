import type { Equation } from '../ledger/equation.ts';
import { NEWEST_LEAVING_EQUATIONS } from './newest/leaving.equations.ts';
import { NEWEST_MONEY_EQUATIONS } from './newest/money.equations.ts';
import { NEWEST_ORDER_EQUATIONS } from './newest/orders.equations.ts';

/** What is asked of the newest rows alone, twice a minute, however many there are: what leaves, or pays out later than it is written. */
export const NEWEST_EQUATIONS: readonly Equation[] = [
  ...NEWEST_LEAVING_EQUATIONS,
  ...NEWEST_ORDER_EQUATIONS,
  ...NEWEST_MONEY_EQUATIONS,
];
