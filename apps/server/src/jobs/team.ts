import type { Context } from '../context.ts';
import { checkEquations } from '../modules/integrity/integrity.query.ts';
import { TEAM_EQUATIONS } from '../modules/integrity/team-equations.ts';
import { foldAllTeamDeltas, recomputeStanding } from '../modules/team/team-fold.command.ts';
import type { Job } from './clock.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'log'>;

/** Well below the five seconds within which a purchase shows in the team. */
const FOLD_EVERY_MS = 500;
const LOOK_EVERY_MS = 15 * 60_000;
/** Quiet, and after the settlement of the day. */
const NIGHT_HOUR_UTC = 2;

export const teamFoldJob = ({ pool }: Dependencies): Job => ({
  name: 'team-fold',
  everyMs: FOLD_EVERY_MS,
  run: () => foldAllTeamDeltas(pool),
});

/** Once a night: Foundation and Legacy by the rules of now, and every figure compared with what members and orders say. */
export const teamNightJob = ({ pool, clock, log }: Dependencies): Job => {
  let doneOn: string | null = null;
  return {
    name: 'team-night',
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: 5 * 60_000,
    run: async () => {
      const now = new Date(clock.now());
      const day = now.toISOString().slice(0, 10);
      if (now.getUTCHours() < NIGHT_HOUR_UTC || doneOn === day) return;
      const changed = await recomputeStanding(pool);
      log.info({ day, changed }, 'standing of members recomputed');
      for (const { name, sentence, violations } of await checkEquations(pool, TEAM_EQUATIONS)) {
        if (violations > 0n) log.error({ name, violations: violations.toString() }, `does not hold: ${sentence}`);
      }
      doneOn = day;
    },
  };
};
