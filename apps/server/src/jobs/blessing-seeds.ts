import type { Context } from '../context.ts';
import { keepDaySeeds } from '../modules/blessing/day-seed.command.ts';
import type { Job } from './clock.ts';

/** Commits to what draws today and tomorrow, and shows what drew the days that are over. */
export const blessingSeedsJob = (context: Context): Job => ({
  name: 'blessing seeds',
  everyMs: 10 * 60_000,
  run: () => keepDaySeeds(context),
});
