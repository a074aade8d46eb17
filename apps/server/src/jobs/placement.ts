import type { PackageLine } from '@minerx/rules/miner-package';
import type { Context } from '../context.ts';
import { expireWaitingOrder, placeWaitingOrders } from '../modules/order/waiting-order.command.ts';
import { listDueWaitingOrders, listLinesWithRoom } from '../modules/order/waiting-order.query.ts';
import { Refusal } from '../refusal.ts';

type Dependencies = Pick<Context, 'pool' | 'funnel' | 'clock'>;

const EVERY_MS = 15_000;
const EXPIRE_AT_ONCE = 100;

/** Places waiting orders of a line until the room or the line is used up; gives how many were placed. */
export const placeAllWaiting = async ({ funnel }: Pick<Context, 'funnel'>, line: PackageLine): Promise<number> => {
  let total = 0;
  for (;;) {
    const { placed, more } = await funnel.run(placeWaitingOrders(line));
    total += placed;
    if (!more) return total;
  }
};

/** Cancels, with a full refund, the orders that have waited for stock too long; gives how many. */
export const expireWaitingOrders = async ({ pool, funnel, clock }: Dependencies): Promise<number> => {
  let expired = 0;
  for (;;) {
    const due = await listDueWaitingOrders(pool, new Date(clock.now()), EXPIRE_AT_ONCE);
    const outcomes = await Promise.all(
      due.map(({ memberId, orderId }) => succeeds(funnel.run(expireWaitingOrder(memberId, orderId)))),
    );
    const done = outcomes.filter(Boolean).length;
    expired += done;
    if (due.length < EXPIRE_AT_ONCE || done === 0) return expired;
  }
};

/** Another process may have been quicker: a refusal is no fault. */
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

/**
 * Every fifteen seconds: places waiting orders where stock has come, and gives back what waited too long. Several
 * processes may run it; the ledger's locks keep them apart.
 */
export const startPlacement = (context: Dependencies & Pick<Context, 'log'>): { stop(): Promise<void> } => {
  let running: Promise<void> | null = null;
  const once = async (): Promise<void> => {
    for (const line of await listLinesWithRoom(context.pool)) await placeAllWaiting(context, line);
    await expireWaitingOrders(context);
  };
  const timer = setInterval(() => {
    running ??= once()
      .catch((error: unknown) =>
        context.log.warn({ job: 'placement', err: error }, 'waiting orders could not be placed'),
      )
      .finally(() => (running = null));
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
