import { ACTIVATED, DISCONNECTED, isLive, type OrderStatus } from '@minerx/rules/order-status';
import type { QueryClient } from '@tanstack/react-query';

/** Cache keys of everything that shows orders: `all` reaches every one of them. */
export const orderKeys = {
  all: ['order'],
  list: ['order', 'list'],
  queue: ['order', 'queue'],
  summary: ['order', 'summary'],
  one: (id: string) => ['order', 'one', id],
  hashrate: (id: string) => ['order', 'hashrate', id],
  rewards: (id: string) => ['order', 'rewards', id],
} as const;

/** What of a cached order may change without asking the server again. */
interface Cached {
  readonly id: string;
  readonly serial: string;
  readonly status: OrderStatus;
}

type Change = (order: Cached) => OrderStatus;

const isOrder = (value: object): value is Cached => 'serial' in value && 'status' in value && 'id' in value;

/** The same data with changed orders, wherever they lie in it; the very same object where nothing changed. @internal */
export function withStatus<T>(data: T, change: Change): T {
  if (Array.isArray(data)) {
    const next = data.map((each: unknown) => withStatus(each, change));
    return next.some((each, place) => each !== data[place]) ? (next as T) : data;
  }
  if (typeof data !== 'object' || data === null) return data;
  if (isOrder(data)) {
    const status = change(data);
    return status === data.status ? data : { ...data, status };
  }
  const entries = Object.entries(data).map(([key, value]): [string, unknown] => [
    key,
    withStatus(value as unknown, change),
  ]);
  return entries.some(([key, value]) => value !== (data as Record<string, unknown>)[key])
    ? (Object.fromEntries(entries) as T)
    : data;
}

/** `connect` sets a live order to Activated, `disconnect` to Disconnected; an order in any other status stays as it is. */
export const linkChange =
  (serial: string, event: 'connect' | 'disconnect'): Change =>
  (order) => {
    if (order.serial !== serial || !isLive(order.status)) return order.status;
    return event === 'connect' ? ACTIVATED : DISCONNECTED;
  };

/** Marks an order as activated here, before the server is asked again. */
export const activationOf =
  (id: string): Change =>
  (order) =>
    order.id === id ? ACTIVATED : order.status;

/** Changes orders in every cached list, detail and summary. */
export function patchOrders(client: QueryClient, change: Change): void {
  for (const key of [orderKeys.list, orderKeys.queue, ['order', 'one'], orderKeys.summary]) {
    client.setQueriesData({ queryKey: key }, (data: unknown) => withStatus(data, change), {});
  }
}
