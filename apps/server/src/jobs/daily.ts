import { DAY_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../context.ts';
import { checkEquations } from '../modules/integrity/integrity.query.ts';
import { TEAM_EQUATIONS } from '../modules/team/team.equations.ts';
import { recordPoolWorkerDay } from '../modules/settlement/pool/pool-figures.command.ts';
import { recomputeStanding } from '../modules/team/team-fold.command.ts';

const EXACT_FOR_MS = 10 * MINUTE_MS;
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** Quiet, and after the settlement of the day. */
const NIGHT_HOUR_UTC = 2;

/**
 * Right after midnight UTC, while the pool's 24-hour average still is the day: what it saw of every device. Whatever is missing then is
 * asked for again until the day has passed.
 */
export const poolFigures = (context: Context): (() => Promise<void>) => {
  let complete = '';
  let askedAt = 0;
  return async () => {
    const now = context.clock.now();
    const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10);
    if (complete === yesterday || (now % DAY_MS > EXACT_FOR_MS && now - askedAt < ASK_AGAIN_MS)) return;
    askedAt = now;
    if ((await recordPoolWorkerDay(context, yesterday)) === 0) complete = yesterday;
  };
};

/** Once a night: Foundation and Legacy by the rules of now, and every figure compared with what members and orders say. */
export const teamNight = ({ pool, clock, log }: Pick<Context, 'pool' | 'clock' | 'log'>): (() => Promise<void>) => {
  let doneOn: string | null = null;
  return async () => {
    const now = new Date(clock.now());
    const day = now.toISOString().slice(0, 10);
    if (now.getUTCHours() < NIGHT_HOUR_UTC || doneOn === day) return;
    const changed = await recomputeStanding(pool);
    log.info({ day, changed }, 'standing of members recomputed');
    for (const { name, sentence, violations } of await checkEquations(pool, TEAM_EQUATIONS)) {
      if (violations > 0n) log.error({ name, violations: violations.toString() }, `does not hold: ${sentence}`);
    }
    doneOn = day;
  };
};
