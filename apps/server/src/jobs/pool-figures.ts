import type { Context } from '../context.ts';
import { recordPoolWorkerDay } from '../modules/settlement/pool-figures.command.ts';
import type { Job } from './clock.ts';

const DAY_MS = 86_400_000;
const EXACT_FOR_MS = 10 * 60_000;
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Right after midnight UTC, while the pool's 24-hour average still is the day: what it saw of every device. Whatever is missing then is
 * asked for again until the day has passed.
 */
export const poolFiguresJob = (context: Context): Job => {
  let complete = '';
  let askedAt = 0;
  return {
    name: 'pool figures',
    everyMs: 10_000,
    run: async () => {
      const now = context.clock.now();
      const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10);
      if (complete === yesterday || (now % DAY_MS > EXACT_FOR_MS && now - askedAt < ASK_AGAIN_MS)) return;
      askedAt = now;
      if ((await recordPoolWorkerDay(context, yesterday)) === 0) complete = yesterday;
    },
  };
};
