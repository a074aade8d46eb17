import { BUS_MESSAGE_LIMIT } from '../bus/bus.ts';
import type { Context } from '../context.ts';
import { listDevices } from '../modules/device/device.query.ts';
import { recordLinks, recordMeasurements } from '../modules/telemetry/telemetry.command.ts';
import { listDeviceStates } from '../modules/telemetry/telemetry.query.ts';
import { createPoller, type Poller } from '../outside/hashrate/poller.ts';
import { createFleet, type Fleet, type Link } from './collector-fleet.ts';
import { createLeadership, LEADER_LOCKS } from './leadership.ts';

export interface CollectorWish {
  intervalMs?: number;
  timeoutMs?: number;
  concurrency?: number;
  /** How often minutes are written; by default once a minute, some seconds into it. */
  writeMs?: number;
}

export interface Collector {
  /** Null while another process collects. */
  counts(): ReturnType<Poller['counts']> | null;
  /** Writes at once what was measured so far. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const INTERVAL_MS = 10_000;
const TIMEOUT_MS = 3000;
/** A tenth of 3 000 devices hanging for the whole timeout needs 90 connections at a time. */
const CONCURRENCY = 256;
const MINUTE_MS = 60_000;
/** By then every device has been polled once in the new minute, so the one before is closed. */
const WRITE_AT_MS = 12_000;
const NEWS_MS = 1000;
const RELOAD_MS = 10_000;
/** Room for topic and origin beside the list. */
const LIST_BYTES = BUS_MESSAGE_LIMIT - 400;

/**
 * Polls every device in use and writes one row a device and minute. One process collects at a time; another takes over
 * where the written minutes end, so nothing is counted twice and counters close the gap between the two.
 */
export const startCollector = (context: Context, wish: CollectorWish = {}): Collector => {
  const { pool, log, bus, clock } = context;
  const intervalMs = wish.intervalMs ?? INTERVAL_MS;
  let fleet: Fleet | null = null;
  let poller: Poller | null = null;
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  const warn = (what: string) => (error: Error) => log.warn({ error: error.message }, what);
  const unlessStopped = (work: () => Promise<unknown>, what: string) => (): void => {
    if (!stopped && fleet !== null) void work().catch(warn(what));
  };

  const begin = async (): Promise<void> => {
    const [devices, states] = await Promise.all([listDevices(pool), listDeviceStates(pool)]);
    if (stopped || !leadership.isLeader()) return;
    const begun = createFleet(intervalMs);
    begun.adopt(devices, states);
    fleet = begun;
    poller = createPoller({
      devices: begun.endpoints,
      remembered: begun.remembered,
      intervalMs,
      concurrency: wish.concurrency ?? CONCURRENCY,
      timeoutMs: wish.timeoutMs ?? TIMEOUT_MS,
      clock,
      onResult: begun.take,
    });
    log.info({ devices: devices.length }, 'collecting');
  };

  const end = (): void => {
    void poller?.stop();
    poller = null;
    fleet = null;
  };

  const leadership = createLeadership({
    pool,
    lock: LEADER_LOCKS.collector,
    name: 'collector',
    log,
    onGained: () => void begin().catch(warn('collector could not begin')),
    onLost: end,
  });

  const reload = async (): Promise<void> => {
    const devices = await listDevices(pool);
    const known = fleet;
    if (known === null) return;
    const isNew = new Set(known.endpoints().map(({ serial }) => serial));
    const states = devices.every(({ serial }) => isNew.has(serial)) ? [] : await listDeviceStates(pool);
    known.adopt(devices, states);
  };

  const tellNews = async (): Promise<void> => {
    const { readings, links } = fleet!.news();
    for (const part of inMessages(readings)) bus.publish('device_readings', { readings: part });
    if (links.length === 0) return;
    const sorted: Link[] = links.toSorted(([a], [b]) => a - b);
    await leadership.write((tx) => recordLinks(tx, lastOfEach(sorted)));
    for (const part of inMessages(sorted)) bus.publish('device_links', { links: part });
  };

  const flush = async (): Promise<void> => {
    const from = fleet;
    if (from === null) return;
    const batch = from.batch();
    if (batch.minutes.length === 0 && batch.states.length === 0) return;
    try {
      await leadership.write((tx) => recordMeasurements(tx, batch.minutes, batch.states));
    } catch (error) {
      from.restore(batch);
      throw error;
    }
  };

  const every = (ms: number, work: () => void): void => void timers.add(setInterval(work, ms));
  every(NEWS_MS, unlessStopped(tellNews, 'readings not told'));
  every(RELOAD_MS, unlessStopped(reload, 'devices not reloaded'));
  if (wish.writeMs !== undefined) every(wish.writeMs, unlessStopped(flush, 'minutes not written'));
  else {
    const untilNext = MINUTE_MS - ((Date.now() - WRITE_AT_MS) % MINUTE_MS);
    const first = setTimeout(() => {
      unlessStopped(flush, 'minutes not written')();
      every(MINUTE_MS, unlessStopped(flush, 'minutes not written'));
    }, untilNext);
    timers.add(first);
  }

  return {
    counts: () => poller?.counts() ?? null,
    flush,
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await poller?.stop();
      await flush().catch(warn('last minutes not written; counters close the gap at the next start'));
      await leadership.stop();
      end();
    },
  };
};

/** The last word on each device: one statement may not touch a row twice. */
const lastOfEach = (links: readonly Link[]): [number, boolean][] => [
  ...new Map(links.map(([id, connected]) => [id, connected])),
];

/** Splits a list so that each part fits into a message of the bus. */
export const inMessages = <Item>(items: readonly Item[]): Item[][] => {
  const parts: Item[][] = [];
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (bytes + size > LIST_BYTES && part.length > 0) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) parts.push(part);
  return parts;
};
