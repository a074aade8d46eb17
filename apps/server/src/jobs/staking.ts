import type { Context } from '../context.ts';
import { endStake } from '../modules/staking/staking.command.ts';
import { listDueStakes } from '../modules/staking/staking.query.ts';
import { Refusal } from '../refusal.ts';
import type { Job } from './clock.ts';

type Dependencies = Pick<Context, 'pool' | 'funnel' | 'clock'>;

const EVERY_MS = 30_000;
const END_AT_ONCE = 100;

/** Gives back every stake whose term is over, also while staking is switched off; gives how many. */
export const endDueStakes = async ({ pool, funnel, clock }: Dependencies): Promise<number> => {
  let ended = 0;
  for (;;) {
    const due = await listDueStakes(pool, new Date(clock.now()), END_AT_ONCE);
    const outcomes = await Promise.all(
      due.map(({ id, memberId }) =>
        funnel.run(endStake(memberId, id)).then(
          () => true,
          (error: unknown) => {
            // Another process was quicker.
            if (error instanceof Refusal) return false;
            throw error;
          },
        ),
      ),
    );
    const done = outcomes.filter(Boolean).length;
    ended += done;
    if (due.length < END_AT_ONCE || done === 0) return ended;
  }
};

export const stakingEndJob = (context: Dependencies & Pick<Context, 'log'>): Job => ({
  name: 'staking-end',
  everyMs: EVERY_MS,
  run: async () => {
    const ended = await endDueStakes(context);
    if (ended > 0) context.log.info({ ended }, 'stakes given back at the end of their term');
  },
});
