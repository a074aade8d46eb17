import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Context } from '../context.ts';
import type { SessionMember } from '../ports.ts';
import { listFeedOrders } from '../modules/telemetry/telemetry.query.ts';
import { CLOSE, FeedSocket, nextPing, type Close } from './feed-socket.ts';
import { readMessage } from './message.ts';
import { Connections } from './connections.ts';
import { sweepSessions, type Door } from './session-sweep.ts';
import { Rooms, type Room } from './rooms.ts';

const TICK_MS = 1000;
/** Everything the bus might have lost is looked up again this often. */
const RECHECK_MS = 30_000;
/** Changes of many orders at once are looked up together. */
const GATHER_MS = 100;
const SERIALS_PER_SOCKET = 200;

/** What the two serial feeds differ in. */
export interface FeedKind {
  path: string;
  /** A member asked for orders of its own; they are joined and the answer is sent. */
  onSubscribed?(reader: FeedSocket, rooms: Room[]): void;
  onInit?(reader: FeedSocket, rooms: Room[]): void;
}

/** A socket feed under a path of its own. */
export interface Feed {
  path: string;
  accept(ws: WebSocket, request: IncomingMessage): void;
  counts(): FeedCounts;
  stop(): void;
}

export interface FeedCounts {
  sockets: number;
  rooms: number;
  /** Values left out for slow readers since the start. */
  skipped: number;
}

/** Connections of one feed: signing in, subscribing to own orders, and everything that ends them. */
export class SerialHub implements Feed {
  readonly path: string;
  readonly rooms = new Rooms();
  readonly #context: Context;
  readonly #kind: FeedKind;
  readonly #readers = new Connections();
  readonly #changed = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: (() => void)[];
  #gathering: NodeJS.Timeout | undefined;
  readonly #door: Door = {
    end: (socket, close) => this.#end(socket, close),
    leave: (socket) => this.#leave(socket),
  };
  #recheckedAt = Date.now();

  constructor(context: Context, kind: FeedKind) {
    this.path = kind.path;
    this.#context = context;
    this.#kind = kind;
    this.#timer = setInterval(() => this.#tick(Date.now()), TICK_MS);
    this.#unsubscribe = [
      context.bus.subscribe('session_ended', ({ sessionId }) => {
        for (const socket of this.#readers.ofSession(sessionId)) this.#end(socket, CLOSE.UNAUTHORISED);
      }),
      context.bus.subscribe('orders_changed', ({ orderIds }) => this.#gather(orderIds)),
    ];
  }

  accept(ws: WebSocket): void {
    const now = Date.now();
    const socket = new FeedSocket(ws, now, nextPing(now));
    this.#readers.add(socket);
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#end(socket, CLOSE.POLICY);
      else this.#hear(socket, data);
    });
    ws.on('pong', () => void (socket.awaitsPong = false));
    ws.on('error', () => ws.terminate());
    ws.on('close', () => this.#leave(socket));
  }

  counts(): FeedCounts {
    return { sockets: this.#readers.size, rooms: this.rooms.bySerial.size, skipped: this.#readers.skipped };
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#gathering);
    for (const off of this.#unsubscribe) off();
    for (const socket of this.#readers.all()) this.#end(socket, CLOSE.RESTART);
  }

  #leave(socket: FeedSocket): void {
    if (this.#readers.remove(socket)) this.rooms.leave(socket);
  }

  #end(socket: FeedSocket, close: Close): void {
    this.#leave(socket);
    socket.end(close);
  }

  #hear(socket: FeedSocket, data: Buffer): void {
    socket.awaitsPong = false;
    if (!socket.mayAsk(Date.now())) return this.#end(socket, CLOSE.TOO_MANY);
    const message = readMessage(data);
    if (message.method === null) return socket.tell({ error: { err_code: 'err_bad_request' }, id: message.id });
    if (message.method === 'AUTH') return this.#authenticate(socket, message.token);
    if (message.method === 'PONG') return;
    if (message.method === 'PING') return socket.tell({ method: 'PONG', params: [Math.floor(Date.now() / 1000)] });
    if (socket.member === null) return this.#end(socket, CLOSE.UNAUTHORISED);
    if (message.method === 'INIT') return this.#kind.onInit?.(socket, this.#roomsOf(socket));
    const { serials, id } = message;
    this.#subscribe(socket, socket.member, serials, id).catch((error: Error) => {
      this.#warn(error);
      socket.tell({ error: { err_code: 'err_unavailable' }, id });
    });
  }

  #authenticate(socket: FeedSocket, token: string): void {
    if (socket.member === null) {
      const member = this.#context.sessions.verify(token);
      if (member === null) return this.#end(socket, CLOSE.UNAUTHORISED);
      if (!this.#readers.signIn(socket, member)) return this.#end(socket, CLOSE.TOO_MANY);
    }
    socket.tell({ result: 'ok' });
  }

  async #subscribe(socket: FeedSocket, member: SessionMember, serials: string[], id?: number): Promise<void> {
    const wanted = [...new Set(serials)];
    if (new Set([...socket.serials, ...wanted]).size > SERIALS_PER_SOCKET) {
      return socket.tell({ error: { err_code: 'err_too_many' }, id });
    }
    const orders = await listFeedOrders(this.#context.pool, wanted);
    if (!this.#readers.has(socket)) return;
    const found = new Map(orders.map((order) => [order.serial, order]));
    const joined: Room[] = [];
    for (const serial of wanted) {
      const order = found.get(serial);
      if (order?.memberId === member.memberId) joined.push(this.rooms.join(order, socket));
    }
    // Other members' serials are answered as missing ones; own ones beside them are joined all the same.
    socket.tell(joined.length === wanted.length ? { result: null, id } : { error: { err_code: 'err_not_found' }, id });
    if (joined.length > 0) this.#kind.onSubscribed?.(socket, joined);
  }

  #roomsOf(socket: FeedSocket): Room[] {
    return [...socket.serials].flatMap((serial) => this.rooms.bySerial.get(serial) ?? []);
  }

  #gather(orderIds: readonly string[]): void {
    for (const id of orderIds) if (this.rooms.ofOrder(id)) this.#changed.add(id);
    if (this.#changed.size === 0 || this.#gathering !== undefined) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      const stale = [...this.#changed].flatMap((id) => this.rooms.ofOrder(id) ?? []);
      this.#changed.clear();
      this.#renew(stale).catch(this.#warn);
    }, GATHER_MS);
  }

  /** Looks up orders again: those that are over or moved to somebody else fall silent, moved devices are followed. */
  async #renew(stale: readonly Room[]): Promise<void> {
    if (stale.length === 0) return;
    const orders = await listFeedOrders(
      this.#context.pool,
      stale.map(({ order }) => order.serial),
    );
    const known = new Map(orders.map((order) => [order.serial, order]));
    for (const room of stale) {
      // Its last reader may have left meanwhile.
      if (this.rooms.bySerial.get(room.order.serial) !== room) continue;
      const order = known.get(room.order.serial);
      if (order?.memberId === room.order.memberId) this.rooms.renew(room, order);
      else this.rooms.close(room);
    }
  }

  #tick(now: number): void {
    const all = now - this.#recheckedAt >= RECHECK_MS;
    sweepSessions(this.#context, this.#readers, this.#door, now, all).catch(this.#warn);
    if (!all) return;
    this.#recheckedAt = now;
    this.#renew([...this.rooms.bySerial.values()]).catch(this.#warn);
  }

  readonly #warn = (error: Error): void => {
    this.#context.log.warn({ err: error, feed: this.path }, 'feed could not look up');
  };
}
