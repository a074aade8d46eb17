import { ZERO, type Units } from '@minerx/rules/money';

const DAYS = 7;
const DAY_MS = 86_400_000;

export interface DayReward {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  units: Units;
}

/** Seven days up to yesterday (UTC), each with its reward or zero. */
export function fillWeek(known: readonly DayReward[], now: number): DayReward[] {
  return Array.from({ length: DAYS }, (_, place) => {
    const day = new Date(now - (DAYS - place) * DAY_MS).toISOString().slice(0, 10);
    return { day, units: known.find((each) => each.day === day)?.units ?? ZERO };
  });
}
