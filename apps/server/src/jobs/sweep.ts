import type { Context } from '../context.ts';
import { sweepExpired } from '../modules/session/sweep.command.ts';

const HOUR_MS = 3_600_000;

/** Sweeps once an hour, and soon after the start. Several processes may: a second sweep finds nothing. */
export const startSweeper = (context: Pick<Context, 'pool' | 'expiryClock' | 'log'>): { stop(): Promise<void> } => {
  let running: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    running = sweepExpired(context).catch((error: unknown) =>
      context.log.warn({ job: 'sweep', err: error }, 'sweeping failed, will be tried again in an hour'),
    );
  };
  const first = setTimeout(sweep, 60_000);
  const timer = setInterval(sweep, HOUR_MS);
  first.unref();
  timer.unref();
  return {
    stop: async () => {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
};
