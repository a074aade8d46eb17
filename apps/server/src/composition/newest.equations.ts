import type { Equation } from '../ledger/equation.ts';
import { NEWEST_LEAVING } from './newest/leaving.ts';
import { NEWEST_MONEY } from './newest/money.ts';
import { NEWEST_ORDERS, NEWEST_STAKES } from './newest/orders.ts';

/** What is asked of the newest rows alone, twice a minute, however many there are: what leaves, or pays out later than it is written. */
export const NEWEST_EQUATIONS: readonly Equation[] = [NEWEST_LEAVING, NEWEST_ORDERS, NEWEST_MONEY, NEWEST_STAKES];
