import type { WebSocket } from 'ws';
import type { Context } from '../context.ts';
import { listSessionLives } from '../modules/session/session-life.query.ts';
import { CLOSE, FeedSocket, nextPing, type Close } from './feed-socket.ts';
import { Groups } from './groups.ts';
import { readMessage } from './message.ts';

const TICK_MS = 1000;
const AUTH_MS = 5000;
/** Everything the bus might have lost is looked up again this often. */
const RECHECK_MS = 30_000;
const SOCKETS_PER_MEMBER = 10;

/** A socket feed under a path of its own. */
export interface Feed {
  path: string;
  accept(ws: WebSocket): void;
  counts(): FeedCounts;
  stop(): void;
}

export interface FeedCounts {
  sockets: number;
  rooms: number;
  /** Values left out for slow connections since the start. */
  skipped: number;
}

/** What a feed is, beside what all of them are. */
interface FeedKind {
  path: string;
  /** Whether whoever connects has to say who they are, before anything else and within five seconds. */
  signIn: boolean;
  /** Answers by itself; a fault is answered for it. */
  subscribe(socket: FeedSocket, names: readonly string[], id?: number): Promise<void>;
  onInit?(socket: FeedSocket): void;
  /** Once it is known whose it is. */
  onSignedIn?(socket: FeedSocket, memberId: string): void;
  /** Once, however it ended. */
  onLeft?(socket: FeedSocket): void;
  /** Once a second; `recheck` every thirty: time to look up what the bus might have lost. */
  onTick?(now: number, recheck: boolean): void;
  onStop?(): void;
  rooms(): number;
}

/**
 * Everybody who is connected to one feed: lets them in, signs them in, hears what they say, asks whether they are still there, and ends
 * them with their session, for silence, for asking too much, or because the server restarts.
 */
export class Connections implements Feed {
  readonly path: string;
  readonly #context: Context;
  readonly #kind: FeedKind;
  readonly #sockets = new Set<FeedSocket>();
  readonly #bySession = new Groups<string, FeedSocket>();
  readonly #byMember = new Groups<bigint, FeedSocket>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #skippedBefore = 0;
  #recheckedAt = Date.now();

  constructor(context: Context, kind: FeedKind) {
    this.path = kind.path;
    this.#context = context;
    this.#kind = kind;
    this.#timer = setInterval(() => this.#tick(Date.now()), TICK_MS);
    this.#unsubscribe = context.bus.subscribe('session_ended', ({ sessionId }) => {
      for (const socket of this.#bySession.of(sessionId)) this.#end(socket, CLOSE.UNAUTHORISED);
    });
  }

  /** May be changed while it is gone through. */
  all(): Iterable<FeedSocket> {
    return this.#sockets;
  }

  has(socket: FeedSocket): boolean {
    return this.#sockets.has(socket);
  }

  /** How many members are signed in. */
  get memberCount(): number {
    return this.#byMember.size;
  }

  accept(ws: WebSocket): void {
    const now = Date.now();
    const socket = new FeedSocket(ws, now, nextPing(now));
    this.#sockets.add(socket);
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#end(socket, CLOSE.POLICY);
      else this.#hear(socket, data);
    });
    ws.on('pong', () => void (socket.awaitsPong = false));
    ws.on('error', () => ws.terminate());
    ws.on('close', () => this.#leave(socket));
  }

  counts(): FeedCounts {
    let skipped = this.#skippedBefore;
    for (const socket of this.#sockets) skipped += socket.skipped;
    return { sockets: this.#sockets.size, rooms: this.#kind.rooms(), skipped };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#kind.onStop?.();
    for (const socket of this.#sockets) this.#end(socket, CLOSE.RESTART);
  }

  warn(error: unknown): void {
    this.#context.log.warn({ err: error, feed: this.path }, 'feed could not look up');
  }

  #end(socket: FeedSocket, close: Close): void {
    this.#leave(socket);
    socket.end(close);
  }

  #leave(socket: FeedSocket): void {
    if (!this.#sockets.delete(socket)) return;
    this.#skippedBefore += socket.skipped;
    if (socket.member !== null) {
      this.#bySession.remove(socket.member.sessionId, socket);
      this.#byMember.remove(socket.member.memberId, socket);
    }
    this.#kind.onLeft?.(socket);
  }

  #hear(socket: FeedSocket, data: Buffer): void {
    socket.awaitsPong = false;
    if (!socket.mayAsk(Date.now())) return this.#end(socket, CLOSE.TOO_MANY);
    const message = readMessage(data);
    const { signIn } = this.#kind;
    if (message.method === 'AUTH' && signIn) return this.#authenticate(socket, message.token);
    if (message.method === null || message.method === 'AUTH')
      return socket.tell({ error: { err_code: 'err_bad_request' }, id: message.id });
    if (message.method === 'PONG') return;
    if (message.method === 'PING') return socket.tell({ method: 'PONG', params: [Math.floor(Date.now() / 1000)] });
    if (signIn && socket.member === null) return this.#end(socket, CLOSE.UNAUTHORISED);
    if (message.method === 'INIT') return this.#kind.onInit?.(socket);
    const { names, id } = message;
    this.#kind.subscribe(socket, names, id).catch((error: unknown) => {
      this.warn(error);
      socket.tell({ error: { err_code: 'err_unavailable' }, id });
    });
  }

  #authenticate(socket: FeedSocket, token: string): void {
    if (socket.member === null) {
      const member = this.#context.sessions.verify(token);
      if (member === null) return this.#end(socket, CLOSE.UNAUTHORISED);
      if (this.#byMember.countOf(member.memberId) >= SOCKETS_PER_MEMBER) return this.#end(socket, CLOSE.TOO_MANY);
      socket.member = member;
      this.#bySession.add(member.sessionId, socket);
      this.#byMember.add(member.memberId, socket);
      this.#kind.onSignedIn?.(socket, member.memberId.toString());
    }
    socket.tell({ result: 'ok' });
  }

  #tick(now: number): void {
    const recheck = now - this.#recheckedAt >= RECHECK_MS;
    if (recheck) this.#recheckedAt = now;
    this.#sweep(now, recheck).catch((error: unknown) => this.warn(error));
    this.#kind.onTick?.(now, recheck);
  }

  /**
   * Ends sockets that did not sign in in time, whose session is over, or that answer no ping.
   * @param all asks the database about every session again, in case the bus lost the end of one.
   */
  async #sweep(now: number, all: boolean): Promise<void> {
    const { pool, expiryClock } = this.#context;
    const unchecked: FeedSocket[] = [];
    for (const socket of this.#sockets) {
      const { member, sessionEndsAt, openedAt, pingAt } = socket;
      const isLate = this.#kind.signIn && member === null && now - openedAt >= AUTH_MS;
      const isOver = sessionEndsAt !== null && expiryClock.now() >= sessionEndsAt;
      if (isLate || isOver) {
        this.#end(socket, CLOSE.UNAUTHORISED);
        continue;
      }
      if (member !== null && (all || sessionEndsAt === null)) unchecked.push(socket);
      if (now >= pingAt && !socket.ping(now)) this.#leave(socket);
    }
    if (unchecked.length === 0) return;
    const lives = await listSessionLives(pool, [
      ...new Set(unchecked.flatMap(({ member }) => member?.sessionId ?? [])),
    ]);
    for (const socket of unchecked) {
      const endsAt = lives.get(socket.member!.sessionId);
      if (endsAt === undefined) this.#end(socket, CLOSE.UNAUTHORISED);
      else socket.sessionEndsAt = endsAt.getTime();
    }
  }
}
