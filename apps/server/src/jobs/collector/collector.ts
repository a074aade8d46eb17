import { MINUTE_MS } from '@minerx/rules/duration';
import { traced } from '../../base/tracing.ts';
import { createQueue } from '../../base/turns.ts';
import { BUS_MESSAGE_LIMIT } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { ADVISORY_LOCK } from '../../db/advisory-locks.ts';
import { findFleetVersion, listDevices } from '../../modules/device/device.query.ts';
import { recordLinks, recordMeasurements } from '../../modules/telemetry/telemetry.command.ts';
import { listDeviceStates } from '../../modules/telemetry/telemetry.query.ts';
import { createPoller, type Poller } from '../../outside/hashrate/poller.ts';
import { createFleet, type Fleet, type Link } from './collector-fleet.ts';
import { askIdentities } from './collector-identities.ts';
import { countCollectors, giveParts, listTooMany, partOf, takeParts } from './collector-parts.ts';
import { createLeadership, type Leadership } from '../leadership.ts';

export interface CollectorInput {
  intervalMs?: number;
  timeoutMs?: number;
  concurrency?: number;
  /** How often minutes are written; by default once a minute, some seconds into it. */
  writeMs?: number;
}

interface Collector {
  /** Null without the lease. */
  counts(): ReturnType<Poller['counts']> | null;
  /** Writes at once what was measured so far. */
  flush(): Promise<void>;
  /** Asks at once who answers, where that is due. */
  identify(): Promise<void>;
  /** Follows the device table at once: it is read again when it has changed. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

const INTERVAL_MS = 10_000;
const TIMEOUT_MS = 3000;
/** A tenth of 3 000 devices hanging for the whole timeout needs 90 connections at a time. */
const CONCURRENCY = 256;
/** By then every device has been polled once in the new minute, so the one before is closed. */
const WRITE_AT_MS = 12_000;
const NEWS_MS = 1000;
const RELOAD_MS = 10_000;
const IDENTITY_MS = 10_000;
const SHARE_MS = 1000;
/** Devices named in one line of the log. */
const DOUBTS_TOLD = 20;
/** Room for topic and origin beside the list. */
const LIST_BYTES = BUS_MESSAGE_LIMIT - 400;

/**
 * Polls every device in use and writes one row a device and minute. Processes that collect share the fleet in parts; whoever takes
 * one over goes on where its written minutes end, so nothing is counted twice and counters close the gap between the two.
 */
export const startCollector = (context: Context, input: CollectorInput = {}): Collector =>
  new FleetCollector(context, input);

class FleetCollector implements Collector {
  readonly #context: Context;
  readonly #input: CollectorInput;
  readonly #intervalMs: number;
  readonly #lease: Leadership;
  readonly #timers: NodeJS.Timeout[] = [];
  #fleet: Fleet | null = null;
  /** Parts of the fleet that are ours. */
  #held = new Set<number>();
  /** What changes which devices are followed, one after the other. */
  readonly #turn = createQueue();
  /** Of the devices that are followed. */
  #version: bigint | null = null;
  #poller: Poller | null = null;
  #identifying: Promise<void> | null = null;
  #sharing: Promise<void> | null = null;
  /** Devices that told nothing when they were asked. */
  #silent: number[] = [];
  #stopped = false;

  constructor(context: Context, input: CollectorInput) {
    this.#context = context;
    this.#input = input;
    this.#intervalMs = input.intervalMs ?? INTERVAL_MS;
    this.#lease = createLeadership({
      pool: context.pool,
      lock: ADVISORY_LOCK.collector,
      name: 'collector',
      together: true,
      log: context.log,
      onGained: () => void this.#turn(() => this.#begin()).catch(this.#warn('collector could not begin')),
      onLost: () => this.#end(),
    });
    this.#every(NEWS_MS, () => this.#tellNews(), 'readings not told');
    this.#every(SHARE_MS, () => this.#share(), 'fleet not shared');
    this.#every(RELOAD_MS, () => this.reload(), 'devices not reloaded');
    this.#every(IDENTITY_MS, () => this.identify(), 'devices not asked who they are');
    if (input.writeMs !== undefined) this.#every(input.writeMs, () => this.flush(), 'minutes not written');
    else this.#writeByTheMinute();
  }

  counts(): ReturnType<Poller['counts']> | null {
    return this.#poller?.counts() ?? null;
  }

  flush(): Promise<void> {
    return traced('job', 'collector-minutes', () => this.#flush());
  }

  async #flush(): Promise<void> {
    const fleet = this.#fleet;
    if (fleet === null) return;
    const batch = fleet.batch();
    if (batch.minutes.length === 0 && batch.states.length === 0) return;
    try {
      const rejected = await this.#lease.write((tx) => recordMeasurements(tx, batch.minutes, batch.states));
      for (const device of rejected) this.#context.log.error(device, 'measurement of a device put aside');
      if (rejected.some(({ isFirst }) => isFirst)) this.#context.bus.publish('outbox', { topic: 'operator_mail' });
      if (batch.doubted.length > 0) {
        const devices = batch.doubted.slice(0, DOUBTS_TOLD).map(([id, answers]) => `${id}: ${answers}`);
        this.#context.log.warn({ count: batch.doubted.length, devices }, 'answers of devices were not believed');
      }
      fleet.forget(rejected.map(({ deviceId }) => deviceId));
    } catch (error) {
      fleet.restore(batch);
      throw error;
    }
  }

  identify(): Promise<void> {
    this.#identifying ??= this.#identify().finally(() => (this.#identifying = null));
    return this.#identifying;
  }

  async #identify(): Promise<void> {
    const fleet = this.#fleet;
    if (fleet === null) return;
    const suspects = [...new Set([...this.#silent, ...fleet.suspects()])];
    const { news, silent } = await askIdentities(this.#context, suspects, (work) => this.#lease.write(work), {
      timeoutMs: this.#input.timeoutMs,
      isOurs: (id) => this.#held.has(partOf(id)),
    });
    // What began anew is asked until it tells; what is merely gone waits for its time.
    this.#silent = silent.filter((id) => suspects.includes(id));
    if (news.length > 0) await this.reload();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#turn(async () => this.#poller?.stop());
    await this.#identifying?.catch(() => undefined);
    await this.flush().catch(this.#warn('last minutes not written; counters close the gap at the next start'));
    await this.#lease.stop();
    this.#end();
  }

  async #begin(): Promise<void> {
    if (this.#stopped || !this.#lease.isLeader()) return;
    const fleet = createFleet(this.#intervalMs);
    this.#fleet = fleet;
    this.#poller = createPoller({
      devices: () => fleet.endpoints(),
      remembered: (serial) => fleet.remembered(serial),
      onResult: (result) => fleet.take(result),
      intervalMs: this.#intervalMs,
      concurrency: this.#input.concurrency ?? CONCURRENCY,
      timeoutMs: this.#input.timeoutMs ?? TIMEOUT_MS,
      clock: this.#context.clock,
    });
    await this.#balance();
  }

  #share(): Promise<void> {
    this.#sharing ??= this.#turn(() => this.#balance()).finally(() => (this.#sharing = null));
    return this.#sharing;
  }

  /** Gives up parts that are too many here, and takes those that nobody has. */
  async #balance(): Promise<void> {
    const fleet = this.#fleet;
    if (fleet === null || this.#stopped) return;
    const present = await countCollectors(this.#lease);
    const tooMany = listTooMany(this.#held, present);
    if (tooMany.length > 0) await this.#release(fleet, tooMany);
    const taken = await takeParts(this.#lease, this.#held, present);
    if (fleet !== this.#fleet || taken.length === 0) return;
    for (const part of taken) this.#held.add(part);
    this.#version = null;
    const added = await this.#follow(fleet);
    // Whose they were is gone: they need not wait for the next round.
    if (fleet === this.#fleet) this.#poller?.renew(added);
    this.#context.log.info({ count: fleet.endpoints().length }, 'collecting');
  }

  /** What was measured is written before another process goes on from there. */
  async #release(fleet: Fleet, parts: readonly number[]): Promise<void> {
    for (const part of parts) this.#held.delete(part);
    const { minutes, states } = fleet.release((id) => parts.includes(partOf(id)));
    try {
      await this.#lease.write((tx) => recordMeasurements(tx, minutes, states));
      await giveParts(this.#lease, parts);
    } catch (error) {
      // Nobody would poll what we hold and do not follow.
      this.#lease.giveUp();
      throw error;
    }
  }

  #end(): void {
    void this.#poller?.stop();
    this.#poller = null;
    this.#fleet = null;
    this.#held = new Set();
  }

  reload(): Promise<void> {
    return this.#turn(async () => {
      if (this.#fleet !== null) await this.#follow(this.#fleet);
    });
  }

  /** Follows the devices of our parts, where they have changed; gives the new ones. */
  async #follow(fleet: Fleet): Promise<string[]> {
    const { pool } = this.#context;
    // Before the devices: what changes in between is seen at the next look.
    const version = await findFleetVersion(pool);
    if (version === this.#version) return [];
    const devices = (await listDevices(pool)).filter(({ id }) => this.#held.has(partOf(id)));
    const known = new Set(fleet.endpoints().map(({ serial }) => serial));
    const added = devices.filter(({ serial }) => !known.has(serial)).map(({ serial }) => serial);
    const states = added.length === 0 ? [] : await listDeviceStates(pool);
    // The lease was lost meanwhile, or is another one by now.
    if (fleet !== this.#fleet) return [];
    fleet.adopt(devices, states);
    this.#version = version;
    return added;
  }

  async #tellNews(): Promise<void> {
    if (this.#fleet === null) return;
    const { bus } = this.#context;
    const { readings, links } = this.#fleet.news();
    const hasNewcomers = this.#fleet.hasNewcomers();
    for (const part of inMessages(readings)) bus.publish('device_readings', { readings: part });
    if (links.length === 0) return;
    const sorted: Link[] = links.toSorted(([a], [b]) => a - b);
    await this.#lease.write((tx) => recordLinks(tx, lastOfEach(sorted)));
    // Its first answer makes a machine stock, which orders wait for: it is not kept back until the minute is over.
    if (hasNewcomers) await this.flush();
    for (const part of inMessages(sorted)) bus.publish('device_links', { links: part });
  }

  /** Some seconds into each minute, so that the one before is closed. */
  #writeByTheMinute(): void {
    const untilNext = MINUTE_MS - ((Date.now() - WRITE_AT_MS) % MINUTE_MS);
    const write = (): void => void this.flush().catch(this.#warn('minutes not written'));
    this.#timers.push(
      setTimeout(() => {
        if (this.#stopped) return;
        write();
        this.#timers.push(setInterval(write, MINUTE_MS));
      }, untilNext),
    );
  }

  #every(ms: number, work: () => Promise<unknown>, complaint: string): void {
    this.#timers.push(setInterval(() => void work().catch(this.#warn(complaint)), ms));
  }

  #warn(what: string): (error: Error) => void {
    return (error) => this.#context.log.warn({ err: error }, what);
  }
}

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
