import '../../../scripts/pinned-node.ts';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { attachFeeds } from '../../../apps/server/src/feeds/attach.ts';
import { textFrame } from '../../../apps/server/src/feeds/feed-socket.ts';
import { createMarketFeed } from '../../../apps/server/src/feeds/market-feed.ts';
import type { Readings } from '../../../apps/server/src/modules/telemetry/readings.ts';
import type { MarketEvent } from '../../../apps/server/src/outside/market/port.ts';
import { contextOf } from '../world/context.ts';

/**
 * A server of market messages in a process of its own: `ours` is the real feed, told of each event as the market's adapter
 * tells it; `bare` a `ws` server that writes one prepared frame to every socket in one loop. Other requests get an answer
 * meanwhile. Asked to send it sends one message; asked for nothing it tells the processor time it used, in microseconds.
 */
const [mode] = process.argv.slice(2) as ['ours' | 'bare'];
const http = createServer((_request, response) => response.end('{"status":"up"}'));
let send: (text: string) => void;

if (mode === 'ours') {
  let listener: (event: MarketEvent) => void = () => undefined;
  const context = contextOf({
    env: { publicUrl: 'http://127.0.0.1', trustProxy: 0, socketsPerAddress: Infinity },
    market: {
      names: async () => new Set(['BTCUSDT']),
      last: () => undefined,
      state: () => ({ name: 'market', simulated: true, at: Date.now(), stale: false, doubted: [] }),
      follow: (told: typeof listener) => {
        listener = told;
        return () => undefined;
      },
    },
  });
  const nothing: Readings = {
    hashrateOf: () => null,
    answers: () => false,
    loaded: Promise.resolve(),
    close: () => undefined,
  };
  // Its one client is its own.
  const gate = { isForUs: () => true, refuse: () => undefined };
  attachFeeds(context, http, nothing, gate, [createMarketFeed(context)]);
  send = (text) => listener({ stream: 'btcusdt@ticker', text } as MarketEvent);
} else {
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (ws) => ws.on('message', () => ws.send('{"result":null,"id":1}')));
  send = (text) => {
    const frame = textFrame(text);
    for (const ws of sockets.clients) (ws as unknown as { _socket: Socket })._socket.write(frame);
  };
}

http.listen(0, '127.0.0.1', 8192, () => {
  process.send!({ port: (http.address() as AddressInfo).port });
});
process.on('message', (message: { send?: string }) => {
  const at = performance.timeOrigin + performance.now();
  if (message.send !== undefined) send(message.send);
  const { user, system } = process.cpuUsage();
  process.send!({ at, cpu: user + system });
});
process.on('disconnect', () => process.exit(0));
