import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Context } from '../context.ts';
import { listSessionLives } from '../modules/session/session-life.query.ts';
import { listFeedOrders } from '../modules/telemetry/telemetry.query.ts';
import { CLOSE, FeedSocket, textFrame } from './feed-socket.ts';
import { readMessage } from './message.ts';
import { Rooms, type Room } from './rooms.ts';

const AUTH_MS = 5000;
const PING_MS = 25_000;
const TICK_MS = 1000;
/** Everything the bus might have lost is looked up again this often. */
const RECHECK_MS = 30_000;
/** Changes of many orders at once are looked up together. */
const GATHER_MS = 100;
const SOCKETS_PER_MEMBER = 10;
const SERIALS_PER_SOCKET = 200;

/** What the two serial feeds differ in. */
export interface FeedKind {
  path: string;
  /** A member asked for orders of its own; they are joined and the answer is sent. */
  onSubscribed?(reader: FeedSocket, rooms: Room[]): void;
  onInit?(reader: FeedSocket, rooms: Room[]): void;
  onClosed?(room: Room): void;
}

/** One feed: who is connected, who they are, and what they may read. */
export interface Hub {
  path: string;
  rooms: Rooms;
  accept(ws: WebSocket, request: IncomingMessage): void;
  counts(): { sockets: number; rooms: number; skipped: number };
  stop(): void;
}

const PING = textFrame('{"method":"PING"}');

/** Connections of one feed: signing in, subscribing to own orders, and everything that ends them. */
export const createHub = (context: Context, kind: FeedKind): Hub => {
  const { pool, bus, log, sessions, clock } = context;
  const sockets = new Set<FeedSocket>();
  const bySession = new Map<string, Set<FeedSocket>>();
  const byMember = new Map<bigint, number>();
  const rooms = new Rooms();
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let recheckedAt = Date.now();
  let skipped = 0;

  const leave = (socket: FeedSocket): void => {
    if (!sockets.delete(socket)) return;
    rooms.leave(socket);
    skipped += socket.skipped;
    if (socket.member === null) return;
    const { memberId, sessionId } = socket.member;
    const others = bySession.get(sessionId);
    others?.delete(socket);
    if (others?.size === 0) bySession.delete(sessionId);
    const left = (byMember.get(memberId) ?? 1) - 1;
    if (left === 0) byMember.delete(memberId);
    else byMember.set(memberId, left);
  };

  const end = (socket: FeedSocket, code: number, reason: string): void => {
    leave(socket);
    socket.end(code, reason);
  };

  const authenticate = (socket: FeedSocket, token: string): void => {
    if (socket.member !== null) return socket.tell({ result: 'ok' });
    const member = sessions.verify(token);
    if (member === null) return end(socket, CLOSE.UNAUTHORISED, 'err_unauthorised');
    const count = (byMember.get(member.memberId) ?? 0) + 1;
    if (count > SOCKETS_PER_MEMBER) return end(socket, CLOSE.TOO_MANY, 'err_too_many');
    socket.member = member;
    byMember.set(member.memberId, count);
    const others = bySession.get(member.sessionId);
    if (others === undefined) bySession.set(member.sessionId, new Set([socket]));
    else others.add(socket);
    socket.tell({ result: 'ok' });
  };

  const subscribe = async (socket: FeedSocket, serials: string[], id: number | undefined): Promise<void> => {
    const member = socket.member!;
    const wanted = [...new Set(serials)];
    if (new Set([...socket.serials, ...wanted]).size > SERIALS_PER_SOCKET) {
      return socket.tell({ error: { err_code: 'err_too_many' }, id });
    }
    const found = new Map((await listFeedOrders(pool, wanted)).map((order) => [order.serial, order]));
    if (!sockets.has(socket)) return;
    const joined: Room[] = [];
    for (const serial of wanted) {
      const order = found.get(serial);
      if (order?.memberId === member.memberId) joined.push(rooms.join(order, socket));
    }
    // Other members' serials are answered as missing ones; own ones beside them are joined all the same.
    socket.tell(joined.length === wanted.length ? { result: null, id } : { error: { err_code: 'err_not_found' }, id });
    if (joined.length > 0) kind.onSubscribed?.(socket, joined);
  };

  const hear = (socket: FeedSocket, data: Buffer): void => {
    socket.awaitsPong = false;
    if (!socket.mayAsk(Date.now())) return end(socket, CLOSE.TOO_MANY, 'err_too_many');
    const message = readMessage(data);
    if (message === null) return socket.tell({ error: { err_code: 'err_bad_request' } });
    if (message.method === 'AUTH') return authenticate(socket, message.token);
    if (message.method === 'PONG') return;
    if (socket.member === null) return end(socket, CLOSE.UNAUTHORISED, 'err_unauthorised');
    if (message.method === 'INIT') kind.onInit?.(socket, roomsOf(socket));
    else {
      subscribe(socket, message.serials, message.id).catch((error: Error) => {
        log.warn({ error: error.message, feed: kind.path }, 'subscription not looked up');
        socket.tell({ error: { err_code: 'err_unavailable' }, id: message.id });
      });
    }
  };

  const roomsOf = (socket: FeedSocket): Room[] =>
    [...socket.serials].flatMap((serial) => rooms.bySerial.get(serial) ?? []);

  const accept = (ws: WebSocket): void => {
    const socket = new FeedSocket(ws, Date.now());
    sockets.add(socket);
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) end(socket, CLOSE.POLICY, 'text only');
      else hear(socket, data);
    });
    ws.on('pong', () => void (socket.awaitsPong = false));
    ws.on('error', () => ws.terminate());
    ws.on('close', () => leave(socket));
  };

  /** Looks up orders again: those that are over or moved to somebody else fall silent, moved devices are followed. */
  const renewRooms = async (stale: readonly Room[]): Promise<void> => {
    if (stale.length === 0) return;
    const found = await listFeedOrders(
      pool,
      stale.map(({ order }) => order.serial),
    );
    const known = new Map(found.map((order) => [order.serial, order]));
    for (const room of stale) {
      // Its last reader may have left meanwhile.
      if (rooms.bySerial.get(room.order.serial) !== room) continue;
      const order = known.get(room.order.serial);
      if (order?.memberId === room.order.memberId) rooms.renew(room, order);
      else {
        rooms.close(room);
        kind.onClosed?.(room);
      }
    }
  };

  const checkSessions = async (only: 'new' | 'all'): Promise<void> => {
    const asked = [...sockets].filter((socket) => socket.member && (only === 'all' || socket.sessionEndsAt === null));
    if (asked.length === 0) return;
    const lives = await listSessionLives(pool, [...new Set(asked.map((socket) => socket.member!.sessionId))]);
    for (const socket of asked) {
      const endsAt = lives.get(socket.member!.sessionId);
      if (endsAt === undefined) end(socket, CLOSE.UNAUTHORISED, 'err_unauthorised');
      else socket.sessionEndsAt = endsAt.getTime();
    }
  };

  const warn = (error: Error): void => log.warn({ error: error.message, feed: kind.path }, 'feed not rechecked');

  const tick = (): void => {
    const now = Date.now();
    for (const socket of sockets) {
      if (socket.member === null) {
        if (now - socket.openedAt >= AUTH_MS) end(socket, CLOSE.UNAUTHORISED, 'err_unauthorised');
      } else if (socket.sessionEndsAt !== null && clock.now() >= socket.sessionEndsAt) {
        end(socket, CLOSE.UNAUTHORISED, 'err_unauthorised');
      } else if (now - socket.pingedAt >= PING_MS) ping(socket, now);
    }
    const all = now - recheckedAt >= RECHECK_MS;
    if (all) {
      recheckedAt = now;
      renewRooms([...rooms.bySerial.values()]).catch(warn);
    }
    checkSessions(all ? 'all' : 'new').catch(warn);
  };

  const ping = (socket: FeedSocket, now: number): void => {
    if (socket.awaitsPong) {
      leave(socket);
      socket.ws.terminate();
      return;
    }
    socket.awaitsPong = true;
    socket.pingedAt = now;
    socket.write(PING, now);
    socket.ws.ping();
  };

  const timer = setInterval(tick, TICK_MS);
  const unsubscribe = [
    bus.subscribe('session_ended', ({ sessionId }) => {
      for (const socket of bySession.get(sessionId) ?? []) end(socket, CLOSE.UNAUTHORISED, 'err_unauthorised');
    }),
    bus.subscribe('orders_changed', ({ orderIds }) => {
      for (const id of orderIds) if (rooms.ofOrder(id)) changed.add(id);
      if (changed.size === 0 || gathering !== undefined) return;
      gathering = setTimeout(() => {
        gathering = undefined;
        const stale = [...changed].flatMap((id) => rooms.ofOrder(id) ?? []);
        changed.clear();
        renewRooms(stale).catch(warn);
      }, GATHER_MS);
    }),
  ];

  return {
    path: kind.path,
    rooms,
    accept,
    counts: () => ({
      sockets: sockets.size,
      rooms: rooms.bySerial.size,
      skipped: skipped + [...sockets].reduce((sum, socket) => sum + socket.skipped, 0),
    }),
    stop: () => {
      clearInterval(timer);
      clearTimeout(gathering);
      for (const off of unsubscribe) off();
      for (const socket of [...sockets]) end(socket, CLOSE.RESTART, 'restarting');
    },
  };
};
