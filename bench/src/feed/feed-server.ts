import '../../../scripts/pinned-node.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { createLocalBus } from '../../../apps/server/src/bus/bus.ts';
import { createExpiryClock } from '../../../apps/server/src/base/expiry-clock.ts';
import { createPool } from '../../../apps/server/src/db/pool.ts';
import { attachFeeds } from '../../../apps/server/src/feeds/attach.ts';
import { createSessions } from '../../../apps/server/src/modules/session/session.registry.ts';
import { createReadings } from '../../../apps/server/src/modules/telemetry/readings.ts';
import { contextOf } from '../world/context.ts';

/**
 * A server of the miner feed in a process of its own: `ours` is the real feed on a real database, `bare` a `ws` server that
 * sends each socket its message once a second. In both the hashrate is the time of sending, so that connections can tell how
 * long it took. Asked for `cpu` on its standard input it tells what it used, in microseconds.
 */
const [mode, url, secret] = process.argv.slice(2) as ['ours' | 'bare', string, string];
const http = createServer();
const sentAt = (): number => performance.timeOrigin + performance.now();
let skipped = (): number => 0;

if (mode === 'ours') {
  const pool = createPool(url, { max: 8 });
  const bus = createLocalBus();
  const sessions = createSessions({ secret, clock: Date, bus, pool });
  const context = contextOf({
    pool,
    bus,
    sessions,
    expiryClock: createExpiryClock(Date),
    env: { publicUrl: 'http://127.0.0.1', trustProxy: 0, socketsPerAddress: Infinity },
  });
  const readings = createReadings(context);
  await readings.loaded;
  // Readings come in as they do from the collector: every device once in ten seconds.
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM device ORDER BY id');
  let next = 0;
  setInterval(() => {
    const part = Math.ceil(rows.length / 100);
    const news = Array.from({ length: part }, () => rows[next++ % rows.length]!.id);
    bus.publish('device_readings', { readings: news.map((id) => [id, 70 + (id % 50) / 10, Date.now()]) });
  }, 100);
  const timed = {
    ...readings,
    // The real sum is computed; the time takes its place, so no message is ever the one of the second before.
    hashrateOf: (shares: Parameters<typeof readings.hashrateOf>[0]) => (readings.hashrateOf(shares), sentAt()),
  };
  const feeds = attachFeeds(context, http, timed, { isForUs: () => true, refuse: () => undefined });
  skipped = () => feeds.counts()['/ws-miner']!.skipped;
} else {
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  const connections: { ws: WebSocket; serial: string }[] = [];
  sockets.on('connection', (ws) => {
    ws.on('message', (data: Buffer) => {
      const { method, params } = JSON.parse(data.toString()) as { method: string; params: string[] };
      if (method === 'AUTH') ws.send('{"result":"ok"}');
      else if (method === 'SUBSCRIBE') {
        for (const serial of params) connections.push({ ws, serial });
        ws.send('{"result":null,"id":1}');
      }
    });
  });
  const PARTS = 20;
  let part = 0;
  setInterval(() => {
    part = (part + 1) % PARTS;
    for (let at = part; at < connections.length; at += PARTS) {
      const { ws, serial } = connections[at]!;
      ws.send(JSON.stringify({ method: 'MINING', params: sentAt(), serial_no: serial }));
    }
  }, 1000 / PARTS);
}

http.listen(0, '127.0.0.1', 4096, () => {
  process.send!({ port: (http.address() as AddressInfo).port });
});
process.on('message', () => {
  // Only with --expose-gc: what is not alive is nobody's memory.
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send!({ cpu: user + system, skipped: skipped(), rss: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit(0));
