import type { Context } from '../context.ts';
import { recordPoolWorkerDay } from '../modules/settlement/pool-figures.command.ts';
import type { Job } from './clock.ts';

const DAY_MS = 86_400_000;

/** Right after midnight UTC, while the pool's 24-hour average still is the day: what it saw of every device. */
export const poolFiguresJob = (context: Context): Job => {
  let recorded = '';
  return {
    name: 'pool figures',
    everyMs: 10_000,
    run: async () => {
      const yesterday = new Date(context.clock.now() - DAY_MS).toISOString().slice(0, 10);
      if (recorded === yesterday) return;
      if ((await recordPoolWorkerDay(context, yesterday)) > 0) recorded = yesterday;
    },
  };
};
