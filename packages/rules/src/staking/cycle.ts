import { unitsOf, type Units } from '../wallet/money.ts';

/** Cycle status (specification §4): 1 shows Active, anything else Inactive. */
const CYCLE_ACTIVE = 1;
/** What the four fixed cycles are. */
const CYCLE_OVER = 9;

/** One of the four staking cycles of the home screen. */
export interface Cycle {
  readonly id: 1 | 2 | 3 | 4;
  readonly name: 'LP1' | 'LP2' | 'LP3' | 'LP4';
  /** Price of one token in 1e-8 USDT. */
  readonly priceUnits: Units;
  /** Calendar day, `YYYY-MM-DD`. */
  readonly startDay: string;
  readonly status: number;
}
export type CycleName = Cycle['name'];

/** The four cycles, fixed by the specification (§3, §9), in the order in which they began. */
export const CYCLES: readonly [Cycle, Cycle, Cycle, Cycle] = [
  { id: 1, name: 'LP1', priceUnits: unitsOf('0.10'), startDay: '2024-12-15', status: CYCLE_OVER },
  { id: 2, name: 'LP2', priceUnits: unitsOf('0.12'), startDay: '2025-01-15', status: CYCLE_OVER },
  { id: 3, name: 'LP3', priceUnits: unitsOf('0.18'), startDay: '2025-03-15', status: CYCLE_OVER },
  { id: 4, name: 'LP4', priceUnits: unitsOf('0.50'), startDay: '2025-05-15', status: CYCLE_OVER },
];

/** Whether a cycle shows as Active. */
export const isActiveCycle = ({ status }: Pick<Cycle, 'status'>): boolean => status === CYCLE_ACTIVE;
