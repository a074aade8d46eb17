import type { Context } from '../context.ts';
import { listFeedOrders } from '../modules/telemetry/telemetry.query.ts';
import { Connections } from './connections.ts';
import type { FeedSocket } from './feed-socket.ts';
import { Rooms, type Room } from './rooms.ts';

/** Changes of many orders at once are looked up together. */
const GATHER_MS = 100;
const SERIALS_PER_SOCKET = 200;

/** What the two feeds of orders differ in. */
interface SerialFeedKind {
  path: string;
  /** A member asked for orders of its own; they are joined and the answer is sent. */
  onSubscribed?(socket: FeedSocket, rooms: Room[]): void;
  onInit?(socket: FeedSocket, rooms: Room[]): void;
  onStop(): void;
}

/** Joins a member's own orders and answers; gives the rooms that it joined. */
const joinOwn = async (
  { context, connections, rooms }: { context: Context; connections: Connections; rooms: Rooms },
  socket: FeedSocket,
  serials: readonly string[],
  id?: number,
): Promise<Room[]> => {
  if (new Set([...socket.serials, ...serials]).size > SERIALS_PER_SOCKET) {
    socket.tell({ error: { err_code: 'err_too_many' }, id });
    return [];
  }
  const orders = await listFeedOrders(context.pool, serials);
  if (!connections.has(socket)) return [];
  const mine = new Map(
    orders.filter(({ memberId }) => memberId === socket.member!.memberId).map((order) => [order.serial, order]),
  );
  const joined = serials.flatMap((serial) => {
    const order = mine.get(serial);
    return order === undefined ? [] : [rooms.join(order, socket)];
  });
  // Other members' serials are answered as missing ones; own ones beside them are joined all the same.
  socket.tell(joined.length === serials.length ? { result: null, id } : { error: { err_code: 'err_not_found' }, id });
  return joined;
};

/** A feed of members' own orders: joins them by serial, and follows what becomes of them. */
export const createSerialFeed = (
  context: Context,
  kind: SerialFeedKind,
): { connections: Connections; rooms: Rooms } => {
  const rooms = new Rooms((orderId) => context.bus.subscribeTo('orders_changed', orderId, () => gather(orderId)));
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;

  /** Looks up orders again: those that are over or moved to somebody else fall silent, moved devices are followed. */
  const renew = async (stale: readonly Room[]): Promise<void> => {
    if (stale.length === 0) return;
    const orders = await listFeedOrders(
      context.pool,
      stale.map(({ order }) => order.serial),
    );
    const known = new Map(orders.map((order) => [order.serial, order]));
    for (const room of stale) {
      // Its last connection may have left meanwhile.
      if (rooms.bySerial.get(room.order.serial) !== room) continue;
      const order = known.get(room.order.serial);
      if (order?.memberId === room.order.memberId) rooms.renew(room, order);
      else rooms.close(room);
    }
  };
  const warn = (error: unknown): void => connections.warn(error);

  const gather = (orderId: string): void => {
    changed.add(orderId);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const stale = [...changed].flatMap((id) => rooms.ofOrder(id) ?? []);
      changed.clear();
      renew(stale).catch(warn);
    }, GATHER_MS);
  };

  const connections: Connections = new Connections(context, {
    path: kind.path,
    signIn: true,
    subscribe: async (socket, serials, id) => {
      const joined = await joinOwn({ context, connections, rooms }, socket, serials, id);
      if (joined.length > 0) kind.onSubscribed?.(socket, joined);
    },
    onInit: (socket) => {
      const joined = [...socket.serials].flatMap((serial) => rooms.bySerial.get(serial) ?? []);
      kind.onInit?.(socket, joined);
    },
    onLeft: (socket) => rooms.leave(socket),
    onTick: (_, recheck) => {
      if (recheck) renew([...rooms.bySerial.values()]).catch(warn);
    },
    onStop: () => {
      clearTimeout(gathering);
      kind.onStop();
    },
    rooms: () => rooms.bySerial.size,
  });
  return { connections, rooms };
};
