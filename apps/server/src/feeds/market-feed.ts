import type { MarketFeedMessage, SourceEvent } from '@minerx/contract/feed-market';
import type { Context } from '../context.ts';
import { Broadcast } from './broadcast.ts';
import { Connections, type Feed } from './connections.ts';
import { createDelivery } from './delivery.ts';
import { textFrame, type FeedSocket } from './feed-socket.ts';
import { Groups } from './groups.ts';

/** While the prices are old those who asked for them are told so this often: clients take silence for a broken line. */
const STALE_TOLD_MS = 3000;
const STREAMS_PER_SOCKET = 64;
const PATH = '/spot';
const STREAM = /^([a-z0-9]{2,20})@(?:kline_1m|ticker)$/;

/** `/spot`: the market's events as they come, each made into bytes once, to whoever asked for their stream. No sign-in. */
export const createMarketFeed = (context: Context): Feed => {
  const { market } = context;
  const byStream = new Groups<string, FeedSocket>();
  const streamsOf = new WeakMap<FeedSocket, Set<string>>();
  const broadcast = new Broadcast(createDelivery(context.metrics, PATH));
  let unfollow: (() => void) | null = null;
  let told: { word: string; at: number } | null = null;

  /** How it stands: whether the prices are fresh, then the last word of each stream. */
  const init = (socket: FeedSocket, streams: Iterable<string>): void => {
    if (unfollow !== null) tell(socket, sourceOf(market));
    for (const stream of streams) {
      const event = market.last(stream);
      if (event !== undefined) socket.write(textFrame(event.text), Date.now());
    }
  };

  const subscribe = async (socket: FeedSocket, wanted: readonly string[], id?: number): Promise<void> => {
    const names = await market.names();
    // It left meanwhile.
    if (!connections.has(socket)) return;
    const mine = streamsOf.get(socket) ?? new Set();
    if (new Set([...mine, ...wanted]).size > STREAMS_PER_SOCKET)
      return socket.tell({ error: { err_code: 'err_too_many' }, id });
    const known = wanted.filter((stream) => names.has(STREAM.exec(stream)?.[1]?.toUpperCase() ?? ''));
    for (const stream of known) byStream.add(stream, socket);
    streamsOf.set(socket, new Set([...mine, ...known]));
    if (known.length > 0)
      unfollow ??= market.follow(({ stream, text }) => {
        if (byStream.countOf(stream) > 0) broadcast.send(stream, textFrame(text), byStream.of(stream));
      });
    // Unknown streams are answered as missing; known ones beside them are sent all the same.
    socket.tell(known.length === wanted.length ? { result: null, id } : { error: { err_code: 'err_not_found' }, id });
    init(socket, known);
  };

  const leave = (socket: FeedSocket): void => {
    for (const stream of streamsOf.get(socket) ?? []) byStream.remove(stream, socket);
    if (byStream.size > 0) return;
    // Nobody listens: the market need not be asked for us.
    unfollow?.();
    unfollow = null;
    told = null;
  };

  const tellSource = (now: number): void => {
    if (unfollow === null) return;
    const state = sourceOf(market);
    const silent = state.stale && now - (told?.at ?? 0) >= STALE_TOLD_MS;
    const word = [state.stale, ...state.doubted].join();
    if (told?.word === word && !silent) return;
    told = { word, at: now };
    broadcast.send('source', textFrame(JSON.stringify(state)), new Set(connections.all()));
  };

  const connections: Connections = new Connections(context, {
    path: PATH,
    signIn: false,
    subscribe,
    onInit: (socket) => init(socket, streamsOf.get(socket) ?? []),
    onLeft: leave,
    onTick: tellSource,
    onStop: () => {
      unfollow?.();
      broadcast.stop();
    },
    rooms: () => byStream.size,
  });
  return connections;
};

const sourceOf = (market: Context['market']): SourceEvent => ({ e: 'source', ...market.state() });

const tell = (socket: FeedSocket, message: MarketFeedMessage): void => socket.tell(message);
