import '../../../scripts/pinned-node.ts';
import { WebSocket } from 'ws';

/** Connections of the miner feed in a process of their own: each signs in and reads one serial. */
interface FeedLoadInput {
  port: number;
  /** Who reads what. */
  connections: { token: string; serial: string }[];
  /** They sign in and read nothing. */
  idle?: boolean;
}
export interface FeedLoadResult {
  received: number;
  /** Milliseconds from writing to reading. */
  p50Ms: number;
  p99Ms: number;
  /** Connections that heard nothing for more than one and a half seconds. */
  gaps: number;
}

const AT_ONCE = 100;
let counting = false;
let delays: number[] = [];
let gaps = 0;
const lastHeard = new Map<string, number>();

const open = (port: number, { token, serial }: FeedLoadInput['connections'][number], idle: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/ws-miner`, { perMessageDeflate: false });
    ws.once('open', () => ws.send(JSON.stringify({ method: 'AUTH', params: [token] })));
    ws.once('error', reject);
    ws.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('{"method":"MINING"')) hear(text, serial);
      else if (text.includes('"ok"') && idle) resolve();
      else if (text.includes('"ok"')) ws.send(JSON.stringify({ method: 'SUBSCRIBE', params: [serial], id: 1 }));
      else if (text.includes('"PING"')) ws.send('{"method":"PONG","params":[1]}');
      else if (text.startsWith('{"result":null')) resolve();
      else if (text.includes('"error"')) reject(new Error(text));
    });
  });

const hear = (text: string, serial: string): void => {
  if (!counting) return;
  const now = performance.timeOrigin + performance.now();
  const { params, serial_no: told } = JSON.parse(text) as { params: number; serial_no: string };
  if (told !== serial) throw new Error(`${serial} was told of ${told}`);
  delays.push(now - params);
  const last = lastHeard.get(serial);
  if (last !== undefined && now - last > 1500) gaps += 1;
  lastHeard.set(serial, now);
};

process.on('message', (message: { open: FeedLoadInput } | { count: number }) => {
  void (async () => {
    if ('open' in message) {
      const { port, connections, idle = false } = message.open;
      for (let from = 0; from < connections.length; from += AT_ONCE) {
        await Promise.all(connections.slice(from, from + AT_ONCE).map((reader) => open(port, reader, idle)));
      }
      process.send!({ opened: connections.length });
      return;
    }
    delays = [];
    gaps = 0;
    lastHeard.clear();
    counting = true;
    await new Promise((resolve) => setTimeout(resolve, message.count));
    counting = false;
    delays.sort((a, b) => a - b);
    const at = (part: number): number => delays[Math.floor(delays.length * part)] ?? Number.NaN;
    process.send!({ received: delays.length, p50Ms: at(0.5), p99Ms: at(0.99), gaps } satisfies FeedLoadResult);
  })();
});
process.on('disconnect', () => process.exit(0));
