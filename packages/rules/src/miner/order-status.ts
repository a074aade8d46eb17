/** Order statuses. 6 and 10 are ours; the others are the specification's numbers. */
export const ORDER_STATUS = {
  ACTIVATED: 1,
  READY: 2,
  WAITING_STOCK: 6,
  ON_QUEUE: 7,
  DISCONNECTED: 8,
  ENDED: 9,
  CANCELLED: 10,
} as const;

export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS];
/** What clients see: a unit that waits for stock shows as On-Queue. */
type WireOrderStatus = Exclude<OrderStatus, 6>;

export const { ACTIVATED, READY, WAITING_STOCK, ON_QUEUE, DISCONNECTED, ENDED, CANCELLED } = ORDER_STATUS;

const MOVES = {
  [WAITING_STOCK]: [ON_QUEUE, READY, CANCELLED],
  [ON_QUEUE]: [READY],
  [READY]: [ACTIVATED],
  [ACTIVATED]: [DISCONNECTED, ENDED],
  [DISCONNECTED]: [ACTIVATED, ENDED],
  [ENDED]: [],
  [CANCELLED]: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

const NAMES = {
  [ACTIVATED]: 'activated',
  [READY]: 'ready',
  [WAITING_STOCK]: 'waiting_stock',
  [ON_QUEUE]: 'on_queue',
  [DISCONNECTED]: 'disconnected',
  [ENDED]: 'ended',
  [CANCELLED]: 'cancelled',
} as const satisfies Record<OrderStatus, string>;

export type OrderStatusName = (typeof NAMES)[OrderStatus];

/** The statuses that `package/order` lists. On-Queue and waiting orders come from `package/order/queue`. */
const LISTED_STATUSES: readonly OrderStatus[] = [ACTIVATED, READY, DISCONNECTED, ENDED];

/** The statuses whose devices are running for the member; only these are settled and opened to details. */
export const LIVE_STATUSES: readonly OrderStatus[] = [ACTIVATED, DISCONNECTED];

/** Which of the listed orders a member wants to see, with their statuses. */
export const ORDER_FILTERS = {
  all: LISTED_STATUSES,
  live: LIVE_STATUSES,
  activated: [ACTIVATED],
  disconnected: [DISCONNECTED],
  ended: [ENDED],
} as const satisfies Record<string, readonly OrderStatus[]>;

export type OrderFilter = keyof typeof ORDER_FILTERS;

export const isOrderFilter = (value: string): value is OrderFilter => Object.hasOwn(ORDER_FILTERS, value);

export const isOrderStatus = (value: number): value is OrderStatus => Object.hasOwn(NAMES, value);

/** Whether an order may go from one status to the other. Everything that the table does not list is refused. */
export const canMove = (from: OrderStatus, to: OrderStatus): boolean => {
  const moves: readonly OrderStatus[] = MOVES[from];
  return moves.includes(to);
};

export const wireStatus = (status: OrderStatus): WireOrderStatus => (status === WAITING_STOCK ? ON_QUEUE : status);

export const isLive = (status: OrderStatus): boolean => LIVE_STATUSES.includes(status);

/** Only live orders lead to the details page. */
export const isClickable = (status: OrderStatus): boolean => isLive(status);

/** It waits for its member, its group or a machine: its card stands among what waits, and it has no details yet. */
export const isWaiting = (status: OrderStatus): boolean =>
  status === READY || status === ON_QUEUE || status === WAITING_STOCK;

export const canActivate = (status: OrderStatus): boolean => status === READY;

/** A member may cancel only while the order waits for stock; that gives everything back. */
export const canCancel = (status: OrderStatus): boolean => status === WAITING_STOCK;

/** Whether a list with this filter shows an order. */
export const isListed = (status: OrderStatus, filter: OrderFilter): boolean => {
  const statuses: readonly OrderStatus[] = ORDER_FILTERS[filter];
  return statuses.includes(status);
};

/** Key for texts and styles, such as 'ready'. */
export const statusName = (status: OrderStatus): OrderStatusName => NAMES[status];
