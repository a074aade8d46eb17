import { DAY_MS } from '@minerx/rules/duration';
import { ZERO, type Units } from '@minerx/rules/money';

const DAYS = 7;

export interface DayReward {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  units: Units;
  /** Not settled for every order yet: with what was measured of the others. */
  provisional: boolean;
}

/** Seven days up to yesterday (UTC), each with its reward or zero. */
export const fillWeek = (known: readonly DayReward[], now: number): DayReward[] =>
  Array.from({ length: DAYS }, (_, place) => {
    const day = new Date(now - (DAYS - place) * DAY_MS).toISOString().slice(0, 10);
    return known.find((each) => each.day === day) ?? { day, units: ZERO, provisional: false };
  });
