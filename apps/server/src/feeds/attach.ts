import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { RefusalCode } from '@minerx/contract/refusal';
import type { Context } from '../context.ts';
import type { Readings } from '../modules/telemetry/readings.ts';
import { CLOSE } from './feed-socket.ts';
import type { Feed, FeedCounts } from './connections.ts';
import { createMinerFeed } from './miner-feed.ts';
import { createPoolFeed } from './pool-feed.ts';
import { addressOf, SocketLimits, socketsOfThisProcess } from '../security/socket-limits.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;

/** How requests for a socket are judged and refused: as all others are. */
export interface SocketGate {
  /** Whether the request names our host. */
  isForUs(request: IncomingMessage): boolean;
  /** Whether the app is closed for members; then nobody gets a socket. */
  isClosed?(): boolean;
  /** Answers a request that gets no socket, e.g. `404 Not Found`. */
  refuse(socket: Duplex, status: string, code: RefusalCode): void;
}

interface Feeds {
  /** Closes every socket as a restart does; who comes back while the app is closed is refused. */
  close(): void;
  /** By path, for the metrics. */
  counts(): Record<string, FeedCounts>;
  /** Closes every socket with 1012: clients come back with jitter. Call it before the HTTP server closes. */
  stop(): void;
}

/**
 * Serves the socket feeds on the HTTP server's port.
 * @param more feeds besides `/ws-miner` and `/ws-pool`; every other path is refused.
 */
export const attachFeeds = (
  context: Context,
  server: Server,
  readings: Readings,
  gate: SocketGate,
  more: readonly Feed[] = [],
): Feeds => {
  const feeds = [createMinerFeed(context, readings), createPoolFeed(context, readings), ...more];
  const byPath = new Map<string, Feed>(feeds.map((feed) => [feed.path, feed]));
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  const limits = new SocketLimits(context.env.socketsPerAddress, socketsOfThisProcess());
  const open = new Set<WebSocket>();
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (gate.isClosed?.()) return gate.refuse(socket, '503 Service Unavailable', 'err_maintenance');
    if (!gate.isForUs(request)) return gate.refuse(socket, '400 Bad Request', 'err_bad_request');
    const feed = byPath.get(request.url?.split('?', 1)[0] ?? '');
    if (feed === undefined) return gate.refuse(socket, '404 Not Found', 'err_not_found');
    const address = addressOf(request, context.env.trustProxy);
    if (!isOurOrigin(request, context.env.publicUrl)) {
      context.security.note('origin_refused', { address });
      return gate.refuse(socket, '403 Forbidden', 'err_forbidden');
    }
    const leave = limits.enter(address);
    if (leave === null) return gate.refuse(socket, '429 Too Many Requests', 'err_too_many');
    socket.once('close', leave);
    sockets.handleUpgrade(request, socket, head, (ws) => {
      open.add(ws);
      ws.once('close', () => open.delete(ws));
      feed.accept(ws);
    });
  };
  server.on('upgrade', onUpgrade);

  return {
    counts: () => Object.fromEntries([...byPath].map(([path, feed]) => [path, feed.counts()])),
    close: () => {
      for (const ws of open) ws.close(...CLOSE.RESTART);
    },
    stop: () => {
      server.off('upgrade', onUpgrade);
      for (const feed of byPath.values()) feed.stop();
    },
  };
};

/** Browsers always say where a page comes from; programs need not, and bring a token of their own. */
const isOurOrigin = ({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean =>
  origin === undefined || origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`;
