import type { MarketFeedMessage, SourceEvent } from '@minerx/contract/feed-market';
import type { WebSocket } from 'ws';
import type { Context } from '../context.ts';
import { Broadcast } from './broadcast.ts';
import { CLOSE, FeedSocket, nextPing, textFrame, type Close } from './feed-socket.ts';
import type { Feed, FeedCounts } from './hub.ts';
import { readMarketMessage } from './market-message.ts';

const TICK_MS = 1000;
/** While the prices are old their readers are told so this often: clients take silence for a broken line. */
const STALE_TOLD_MS = 3000;
const STREAMS_PER_SOCKET = 64;
const STREAM = /^([a-z0-9]{2,20})@(?:kline_1m|ticker)$/;

/** `/spot`: the market's events as they come, each made into bytes once, to whoever asked for their stream. No sign-in. */
export const createMarketFeed = (context: Context): Feed => new MarketFeed(context);

class MarketFeed implements Feed {
  readonly path = '/spot';
  readonly #context: Context;
  readonly #sockets = new Map<FeedSocket, Set<string>>();
  readonly #streams = new Map<string, Set<FeedSocket>>();
  readonly #broadcast = new Broadcast();
  readonly #timer: NodeJS.Timeout;
  #unfollow: (() => void) | null = null;
  #skippedBefore = 0;
  #told: { word: string; at: number } | null = null;

  constructor(context: Context) {
    this.#context = context;
    this.#timer = setInterval(() => this.#tick(Date.now()), TICK_MS);
  }

  accept(ws: WebSocket): void {
    const now = Date.now();
    const socket = new FeedSocket(ws, now, nextPing(now));
    ws.on('error', () => ws.terminate());
    this.#sockets.set(socket, new Set());
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#end(socket, CLOSE.POLICY);
      else this.#hear(socket, data);
    });
    ws.on('pong', () => void (socket.awaitsPong = false));
    ws.on('close', () => this.#leave(socket));
  }

  counts(): FeedCounts {
    let skipped = this.#skippedBefore;
    for (const socket of this.#sockets.keys()) skipped += socket.skipped;
    return { sockets: this.#sockets.size, rooms: this.#streams.size, skipped };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unfollow?.();
    this.#broadcast.stop();
    for (const socket of this.#sockets.keys()) this.#end(socket, CLOSE.RESTART);
  }

  #leave(socket: FeedSocket): void {
    const streams = this.#sockets.get(socket);
    if (streams === undefined) return;
    this.#sockets.delete(socket);
    this.#skippedBefore += socket.skipped;
    for (const stream of streams) {
      const readers = this.#streams.get(stream);
      readers?.delete(socket);
      if (readers?.size === 0) this.#streams.delete(stream);
    }
    if (this.#streams.size > 0) return;
    // Nobody reads: the market need not be asked for us.
    this.#unfollow?.();
    this.#unfollow = null;
    this.#told = null;
  }

  #end(socket: FeedSocket, close: Close): void {
    this.#leave(socket);
    socket.end(close);
  }

  #hear(socket: FeedSocket, data: Buffer): void {
    socket.awaitsPong = false;
    if (!socket.mayAsk(Date.now())) return this.#end(socket, CLOSE.TOO_MANY);
    const message = readMarketMessage(data);
    if (message === null) return socket.tell({ error: { err_code: 'err_bad_request' } });
    if (message.method === 'PONG') return;
    if (message.method === 'PING') return tell(socket, { method: 'PONG', params: [Math.floor(Date.now() / 1000)] });
    if (message.method === 'INIT') return this.#init(socket, this.#sockets.get(socket) ?? []);
    this.#subscribe(socket, message.streams, message.id).catch((error: Error) => {
      this.#context.log.warn({ err: error, feed: this.path }, 'feed could not look up');
      socket.tell({ error: { err_code: 'err_unavailable' }, id: message.id });
    });
  }

  async #subscribe(socket: FeedSocket, wanted: readonly string[], id?: number): Promise<void> {
    const names = await this.#context.market.names();
    const mine = this.#sockets.get(socket);
    // It left meanwhile.
    if (mine === undefined) return;
    if (new Set([...mine, ...wanted]).size > STREAMS_PER_SOCKET) {
      return socket.tell({ error: { err_code: 'err_too_many' }, id });
    }
    const known = wanted.filter((stream) => names.has(STREAM.exec(stream)?.[1]?.toUpperCase() ?? ''));
    for (const stream of known) {
      mine.add(stream);
      const readers = this.#streams.get(stream);
      if (readers === undefined) this.#streams.set(stream, new Set([socket]));
      else readers.add(socket);
    }
    if (known.length > 0) this.#follow();
    // Unknown streams are answered as missing; known ones beside them are sent all the same.
    socket.tell(known.length === wanted.length ? { result: null, id } : { error: { err_code: 'err_not_found' }, id });
    this.#init(socket, known);
  }

  /** How it stands: whether the prices are fresh, then the last word of each stream. */
  #init(socket: FeedSocket, streams: Iterable<string>): void {
    if (this.#unfollow !== null) tell(socket, this.#source());
    for (const stream of streams) {
      const event = this.#context.market.last(stream);
      if (event !== undefined) socket.write(textFrame(event.text), Date.now());
    }
  }

  #follow(): void {
    this.#unfollow ??= this.#context.market.follow(({ stream, text }) => {
      const readers = this.#streams.get(stream);
      if (readers !== undefined) this.#broadcast.send(stream, textFrame(text), readers);
    });
  }

  #source(): SourceEvent {
    return { e: 'source', ...this.#context.market.state() };
  }

  #tick(now: number): void {
    for (const socket of this.#sockets.keys()) {
      if (now >= socket.pingAt && !socket.ping(now)) this.#leave(socket);
    }
    if (this.#unfollow === null) return;
    const source = this.#source();
    const silent = source.stale && now - (this.#told?.at ?? 0) >= STALE_TOLD_MS;
    const word = [source.stale, ...source.doubted].join();
    if (this.#told?.word === word && !silent) return;
    this.#told = { word, at: now };
    this.#broadcast.send('source', textFrame(JSON.stringify(source)), new Set(this.#sockets.keys()));
  }
}

const tell = (socket: FeedSocket, message: MarketFeedMessage): void => socket.tell(message);
