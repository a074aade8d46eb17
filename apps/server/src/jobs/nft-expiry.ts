import type { Context } from '../context.ts';
import { expireNftWithdrawal } from '../modules/nft/nft-withdrawal.command.ts';
import { listDueNftWithdrawals } from '../modules/nft/nft.query.ts';
import { Refusal } from '../refusal.ts';
import type { Job } from './clock.ts';

type Dependencies = Pick<Context, 'pool' | 'funnel' | 'clock'>;

const EVERY_MS = 300_000;
const AT_ONCE = 100;

/** Gives back, with the fee, what operators have not decided in time; gives how many. */
export const expireNftWithdrawals = async ({ pool, funnel, clock }: Dependencies): Promise<number> => {
  let expired = 0;
  for (;;) {
    const due = await listDueNftWithdrawals(pool, new Date(clock.now()), AT_ONCE);
    const before = expired;
    for (const withdrawal of due) {
      try {
        await funnel.run(expireNftWithdrawal(withdrawal));
        expired += 1;
      } catch (error) {
        // Decided in this very moment.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    if (due.length < AT_ONCE || expired === before) return expired;
  }
};

/** Every five minutes: a deadline is days away, and nobody waits for the minute. */
export const nftExpiryJob = (context: Dependencies): Job => ({
  name: 'nft-expiry',
  everyMs: EVERY_MS,
  run: () => expireNftWithdrawals(context),
});
