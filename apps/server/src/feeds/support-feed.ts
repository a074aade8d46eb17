import type { SupportFeedMessage } from '@minerx/contract/feed-support';
import type { WebSocket } from 'ws';
import type { Context } from '../context.ts';
import { CLOSE, FeedSocket, nextPing, type Close } from './feed-socket.ts';
import type { Feed, FeedCounts } from './hub.ts';
import { readMessage } from './message.ts';
import { Connections } from './connections.ts';
import { sweepSessions, type Door } from './session-sweep.ts';

const TICK_MS = 1000;
/** Ends of sessions that the bus might have lost are looked up again this often. */
const RECHECK_MS = 30_000;

/** `/ws-support`: tells a member's sockets that something happened in a ticket. What it was they ask for by the usual call. */
export class SupportFeed implements Feed {
  readonly path = '/ws-support';
  readonly #context: Context;
  readonly #readers = new Connections();
  readonly #byMember = new Map<string, Set<FeedSocket>>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: (() => void)[];
  readonly #door: Door = {
    end: (socket, close) => this.#end(socket, close),
    leave: (socket) => this.#leave(socket),
  };
  #recheckedAt = Date.now();

  constructor(context: Context) {
    this.#context = context;
    this.#timer = setInterval(() => this.#tick(Date.now()), TICK_MS);
    this.#unsubscribe = [
      context.bus.subscribe('session_ended', ({ sessionId }) => {
        for (const socket of this.#readers.ofSession(sessionId)) this.#end(socket, CLOSE.UNAUTHORISED);
      }),
      context.bus.subscribe('ticket_message', ({ memberId, ticketId }) => {
        const message: SupportFeedMessage = { event: 'message', ticketId };
        for (const socket of this.#byMember.get(memberId) ?? []) socket.tell(message);
      }),
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
    return { sockets: this.#readers.size, rooms: this.#byMember.size, skipped: this.#readers.skipped };
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const off of this.#unsubscribe) off();
    for (const socket of this.#readers.all()) this.#end(socket, CLOSE.RESTART);
  }

  #leave(socket: FeedSocket): void {
    if (!this.#readers.remove(socket) || socket.member === null) return;
    const key = socket.member.memberId.toString();
    const others = this.#byMember.get(key);
    others?.delete(socket);
    if (others?.size === 0) this.#byMember.delete(key);
  }

  #end(socket: FeedSocket, close: Close): void {
    this.#leave(socket);
    socket.end(close);
  }

  #hear(socket: FeedSocket, data: Buffer): void {
    socket.awaitsPong = false;
    if (!socket.mayAsk(Date.now())) return this.#end(socket, CLOSE.TOO_MANY);
    const message = readMessage(data);
    if (message === null) return socket.tell({ error: { err_code: 'err_bad_request' } });
    if (message.method === 'AUTH') return this.#authenticate(socket, message.token);
    if (message.method === 'PONG') return;
    if (socket.member === null) return this.#end(socket, CLOSE.UNAUTHORISED);
    // There is nothing to choose from: signing in is subscribing. Clients that ask as they ask other feeds get their answer.
    if (message.method === 'SUBSCRIBE') {
      const answer: SupportFeedMessage = { result: null, ...(message.id === undefined ? {} : { id: message.id }) };
      socket.tell(answer);
    }
  }

  #authenticate(socket: FeedSocket, token: string): void {
    if (socket.member === null) {
      const member = this.#context.sessions.verify(token);
      if (member === null) return this.#end(socket, CLOSE.UNAUTHORISED);
      if (!this.#readers.signIn(socket, member)) return this.#end(socket, CLOSE.TOO_MANY);
      const key = member.memberId.toString();
      const others = this.#byMember.get(key);
      if (others === undefined) this.#byMember.set(key, new Set([socket]));
      else others.add(socket);
    }
    socket.tell({ result: 'ok' } satisfies SupportFeedMessage);
  }

  #tick(now: number): void {
    const all = now - this.#recheckedAt >= RECHECK_MS;
    if (all) this.#recheckedAt = now;
    sweepSessions(this.#context, this.#readers, this.#door, now, all).catch((error: Error) =>
      this.#context.log.warn({ err: error, feed: this.path }, 'feed could not look up'),
    );
  }
}
