import { SHARED_GROUP_SIZE } from './miner-package.ts';
import type { PackageKind } from './miner-package.ts';
import { ON_QUEUE, READY, WAITING_STOCK } from './order-status.ts';

/** The stock of one line (X1 or X2), counted in units. */
export interface Stock {
  /** Units that the registered devices make. */
  readonly total: number;
  /** Units held by orders that are placed and not ended. */
  readonly used: number;
  /** Units that wait for stock, first come first served. */
  readonly waiting: number;
  /** Shared units that wait On-Queue for their group: the n of n/10. */
  readonly sharedQueue: number;
}

type PlacedStatus = typeof READY | typeof ON_QUEUE;
export type NewOrderStatus = PlacedStatus | typeof WAITING_STOCK;

interface Placement {
  /** One status per unit, in the order of the units. */
  readonly statuses: readonly NewOrderStatus[];
  readonly stockAfter: Stock;
  /**
   * How many groups of ten shared units are now complete. For each, the ten longest waiting On-Queue orders, those of
   * this placement included, become Ready.
   */
  readonly groupsCompleted: number;
}

/** Units that a new buyer can get at once: those that nobody holds and nobody waits for. */
export const freeUnits = (stock: Stock): number => Math.max(0, stock.total - stock.used - stock.waiting);

/** Places new units: the first free ones at once, the others wait for stock. */
export const placeUnits = (stock: Stock, kind: PackageKind, quantity: number): Placement => {
  const placed = Math.min(quantity, freeUnits(stock));
  const kinds = Array.from({ length: placed }, () => kind);
  const placement = place(stock, kinds);
  const waiting = Array.from({ length: quantity - placed }, () => WAITING_STOCK);
  return {
    ...placement,
    statuses: [...placement.statuses, ...waiting],
    stockAfter: { ...placement.stockAfter, waiting: stock.waiting + waiting.length },
  };
};

/**
 * Places units that wait, when stock has come or come back: as many from the head of the line as there is room for.
 * `waitingKinds` is the line, longest waiting first; the result has one status per unit that leaves it.
 */
export const placeWaiting = (stock: Stock, waitingKinds: readonly PackageKind[]): Placement => {
  const room = Math.max(0, stock.total - stock.used);
  const leaving = waitingKinds.slice(0, Math.min(room, stock.waiting));
  const placement = place(stock, leaving);
  return {
    ...placement,
    stockAfter: { ...placement.stockAfter, waiting: stock.waiting - leaving.length },
  };
};

const place = (stock: Stock, kinds: readonly PackageKind[]): Placement => {
  const statuses = kinds.map((kind): PlacedStatus => (kind === 'shared' ? ON_QUEUE : READY));
  const queued = stock.sharedQueue + statuses.filter((status) => status === ON_QUEUE).length;
  return {
    statuses,
    stockAfter: {
      ...stock,
      used: stock.used + kinds.length,
      sharedQueue: queued % SHARED_GROUP_SIZE,
    },
    groupsCompleted: Math.floor(queued / SHARED_GROUP_SIZE),
  };
};
