import type { PackageLine } from '@minerx/rules/miner-package';
import type { Context } from '../context.ts';
import { expireNftWithdrawal } from '../modules/nft/nft-withdrawal.command.ts';
import { listDueNftWithdrawals } from '../modules/nft/nft.query.ts';
import { expireWaitingOrder, placeWaitingOrders } from '../modules/order/waiting-order.command.ts';
import { listDueWaitingOrders, listLinesWithRoom } from '../modules/order/waiting-order.query.ts';
import { endStake } from '../modules/staking/staking.command.ts';
import { listDueStakes } from '../modules/staking/staking.query.ts';
import { expireWithdrawal } from '../modules/withdrawal/withdrawal-review.command.ts';
import { listDueWithdrawals } from '../modules/withdrawal/withdrawal.query.ts';
import { Refusal } from '../refusal.ts';

type Dependencies = Pick<Context, 'pool' | 'funnel' | 'clock'>;

const AT_ONCE = 100;

/**
 * Does what is due, a hundred at a time, until nothing more is; gives how many were done.
 * @param list the most pressing of what is due
 * @param run one of them; a refusal says that somebody was quicker
 */
const runDue = async <T>(
  list: (limit: number) => Promise<readonly T[]>,
  run: (item: T) => Promise<unknown>,
): Promise<number> => {
  let total = 0;
  for (;;) {
    const due = await list(AT_ONCE);
    const outcomes = await Promise.all(due.map((item) => succeeds(run(item))));
    const done = outcomes.filter(Boolean).length;
    total += done;
    if (due.length < AT_ONCE || done === 0) return total;
  }
};

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

/** Gives back every stake whose term is over, also while staking is switched off. */
export const endDueStakes = ({ pool, funnel, clock }: Dependencies): Promise<number> =>
  runDue(
    (limit) => listDueStakes(pool, new Date(clock.now()), limit),
    ({ id, memberId }) => funnel.run(endStake(memberId, id)),
  );

/** Gives back, with the fee, what operators have not decided in time. */
export const expireNftWithdrawals = ({ pool, funnel, clock }: Dependencies): Promise<number> =>
  runDue(
    (limit) => listDueNftWithdrawals(pool, new Date(clock.now()), limit),
    (withdrawal) => funnel.run(expireNftWithdrawal(withdrawal)),
  );

/** Gives back, with the fee, what operators have not decided in time. */
export const expireWithdrawals = ({ pool, funnel, clock }: Dependencies): Promise<number> =>
  runDue(
    (limit) => listDueWithdrawals(pool, new Date(clock.now()), limit),
    (id) => funnel.run(expireWithdrawal(id)),
  );

/** Cancels, with a full refund, the orders that have waited for stock too long. @internal */
export const expireWaitingOrders = ({ pool, funnel, clock }: Dependencies): Promise<number> =>
  runDue(
    (limit) => listDueWaitingOrders(pool, new Date(clock.now()), limit),
    ({ memberId, orderId }) => funnel.run(expireWaitingOrder(memberId, orderId)),
  );

/** Places waiting orders of a line until the room or the line is used up; gives how many were placed. @internal */
export const placeAllWaiting = async ({ funnel }: Pick<Context, 'funnel'>, line: PackageLine): Promise<number> => {
  let total = 0;
  for (;;) {
    const { placed, more } = await funnel.run(placeWaitingOrders(line));
    total += placed;
    if (!more) return total;
  }
};

/** Places waiting orders where stock has come, and gives back what waited too long. */
export const moveWaitingOrders = async (context: Dependencies): Promise<void> => {
  for (const line of await listLinesWithRoom(context.pool)) await placeAllWaiting(context, line);
  await expireWaitingOrders(context);
};
