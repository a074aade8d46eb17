import { describe, expect, it } from 'vitest';
import {
  ACTIVATED,
  canActivate,
  canCancel,
  CANCELLED,
  canMove,
  DISCONNECTED,
  ENDED,
  isClickable,
  isListed,
  isLive,
  isWaiting,
  isOrderStatus,
  ON_QUEUE,
  ORDER_STATUS,
  READY,
  statusName,
  WAITING_STOCK,
  wireStatus,
  type OrderFilter,
  type OrderStatus,
} from './order-status.ts';

const STATUSES: readonly OrderStatus[] = Object.values(ORDER_STATUS);

const those = (rule: (status: OrderStatus) => boolean) => STATUSES.filter(rule);

describe('the life of an order', () => {
  // proves 4: moves between order states
  it('allows exactly these moves', () => {
    const moves = STATUSES.flatMap((from) => STATUSES.filter((to) => canMove(from, to)).map((to) => `${from}→${to}`));
    expect(new Set(moves)).toEqual(new Set(['6→7', '6→2', '6→10', '7→2', '2→1', '1→8', '8→1', '1→9', '8→9']));
  });

  it('never leaves an ended or cancelled order', () => {
    for (const to of STATUSES) expect(canMove(ENDED, to) || canMove(CANCELLED, to)).toBe(false);
  });

  // proves 4: order status 1, 2, 7, 8, 9
  it('has the numbers of the specification', () => {
    expect([ACTIVATED, READY, ON_QUEUE, DISCONNECTED, ENDED]).toEqual([1, 2, 7, 8, 9]);
    expect([WAITING_STOCK, CANCELLED]).toEqual([6, 10]);
    expect([1, 3, 6, 11].map(isOrderStatus)).toEqual([true, false, true, false]);
  });
});

describe('what a status allows', () => {
  it('opens details of activated and disconnected orders only', () => {
    expect(those(isClickable)).toEqual([ACTIVATED, DISCONNECTED]);
    expect(those(isLive)).toEqual([ACTIVATED, DISCONNECTED]);
  });

  it('activates only what is ready and cancels only what waits for stock', () => {
    expect(those(canActivate)).toEqual([READY]);
    expect(those(isWaiting)).toEqual([READY, WAITING_STOCK, ON_QUEUE]);
    expect(those(canCancel)).toEqual([WAITING_STOCK]);
  });

  it('lists 1, 2, 8 and 9', () => {
    expect(those((status) => isListed(status, 'all')).toSorted()).toEqual([1, 2, 8, 9]);
  });

  it('lists of them what a filter lets through', () => {
    const listed = (filter: OrderFilter) => those((status) => isListed(status, filter)).toSorted();
    expect([listed('live'), listed('activated'), listed('disconnected'), listed('ended')]).toEqual([
      [1, 8],
      [1],
      [8],
      [9],
    ]);
  });

  it('shows a waiting order as On-Queue and every other one as it is', () => {
    expect(wireStatus(WAITING_STOCK)).toBe(ON_QUEUE);
    for (const status of STATUSES.filter((each) => each !== WAITING_STOCK)) expect(wireStatus(status)).toBe(status);
  });

  it('has a name of its own for each', () => {
    expect(new Set(STATUSES.map(statusName)).size).toBe(STATUSES.length);
  });
});
