import { traced } from '../base/tracing.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { followDeviceLinks, type MovedOrder } from '../modules/telemetry/order-link.command.ts';
import { ORDER_NEWS } from '../modules/order/order-news.ledger.ts';
import { inMessages } from './collector/collector.ts';

const SWEEP_MS = 30_000;

/**
 * Keeps orders activated or disconnected as their devices answer or not: at once when the collector tells of a change,
 * and by a sweep in case a message was lost. Several processes may do it at once; each order moves once.
 */
export const startOrderLinks = (context: Context, sweepMs: number = SWEEP_MS): { stop(): void } => {
  const { pool, bus, clock, log } = context;
  let waiting = new Set<number>();
  let running = false;

  const follow = (deviceIds: readonly number[] | null): Promise<void> =>
    traced('job', 'order-links', () => move(deviceIds));
  const move = async (deviceIds: readonly number[] | null): Promise<void> => {
    const moved = await inTransaction(pool, (tx) => followDeviceLinks(tx, deviceIds, new Date(clock.now())));
    tellMoved(context, moved);
    if (moved.length > 0) log.info({ count: moved.length }, 'orders followed their devices');
  };

  const drain = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      while (waiting.size > 0) {
        const ids = [...waiting];
        waiting = new Set();
        await follow(ids);
      }
    } catch (error) {
      log.warn({ err: error }, 'orders did not follow their devices; the sweep will');
    } finally {
      running = false;
    }
  };

  const unsubscribe = bus.subscribe('device_links', ({ links }) => {
    for (const [id] of links) waiting.add(id);
    void drain();
  });
  const timer = setInterval(() => {
    void follow(null).catch((error: Error) => log.warn({ err: error }, 'order sweep failed'));
  }, sweepMs);

  return {
    stop: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
};

const tellMoved = ({ bus }: Context, moved: readonly MovedOrder[]): void => {
  if (moved.length === 0) return;
  bus.publish('outbox', { topic: ORDER_NEWS });
  for (const orderIds of inMessages(moved.map(({ orderId }) => orderId))) bus.publish('orders_changed', { orderIds });
  bus.publish('stock_changed', {});
};
