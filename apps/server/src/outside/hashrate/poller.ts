import type { Clock } from '../source-health.ts';
import { pollDevice, type PollOptions } from './cgminer.ts';
import { count, guarded, newCounts, type PollerCounts } from './poller-counts.ts';
import type { DeviceEndpoint, EpochMemory, PollResult } from './port.ts';

export type PollerOptions = {
  /** Asked anew at the start of every round. */
  devices(): readonly DeviceEndpoint[];
  /** Every device is asked once in this time; the round is spread evenly over it. */
  intervalMs: number;
  /** Most connections at a time. */
  concurrency: number;
  timeoutMs: number;
  clock: Clock;
  onResult(result: PollResult): void;
  /** The last reading known from before this process began, so that a counter continues over our own restart. */
  remembered?(serial: string): EpochMemory | null;
  /** Replaces the exchange in tests. */
  poll?(options: PollOptions): Promise<PollResult>;
};

export type Poller = {
  counts(): PollerCounts;
  /** The devices are others: a round begins now, and of these nothing is remembered. */
  renew(changed: readonly string[]): void;
  stop(): Promise<void>;
};

const tickMs = 20;

/** Spreading is measured with the monotonic clock: setting the machine's time must not make a storm of polls. */
const monotonic = (): number => performance.now();

/**
 * Polls a fleet for ever: bounded concurrency, spread over the interval, never two polls of one device at a time.
 * `stop()` starts nothing new and resolves when the last answer or timeout is in.
 */
export const createPoller = (options: PollerOptions): Poller => {
  const { clock, concurrency } = options;
  const poll = options.poll ?? pollDevice;
  const memory = new Map<string, EpochMemory>();
  const inFlight = new Set<string>();
  const counts = newCounts();
  let round: readonly DeviceEndpoint[] = [];
  let next = 0;
  let roundStart = 0;
  let stopped = false;
  const drained = Promise.withResolvers<void>();

  const beginRound = (at = startOfNext(roundStart, options.intervalMs, counts)): void => {
    // Without a new list the old one is polled again.
    guarded(counts, () => (round = options.devices()));
    next = 0;
    roundStart = at;
    counts.rounds += 1;
    if (memory.size > 2 * round.length + 100) forgetAllBut(round, memory);
  };

  const pump = (): void => {
    if (stopped) return;
    const passed = monotonic() - roundStart;
    const due = Math.min(round.length, Math.ceil((passed / options.intervalMs) * round.length));
    while (next < due && inFlight.size < concurrency) {
      const device = round[next++]!;
      if (inFlight.has(device.serial)) counts.skipped += 1;
      else void start(device);
    }
    if (passed < options.intervalMs) return;
    if (next >= round.length) beginRound();
    else if (passed >= 2 * options.intervalMs) {
      counts.lateRounds += 1;
      counts.skipped += round.length - next;
      beginRound();
    }
  };

  const start = async (device: DeviceEndpoint): Promise<void> => {
    const { serial } = device;
    inFlight.add(serial);
    counts.polled += 1;
    const before = memory.get(serial) ?? options.remembered?.(serial) ?? null;
    const result = await poll({ ...device, timeoutMs: options.timeoutMs, clock, before });
    count(counts, result);
    if (result.ok) memory.set(serial, result.sample);
    guarded(counts, () => options.onResult(result));
    inFlight.delete(serial);
    if (stopped && inFlight.size === 0) drained.resolve();
    else if (inFlight.size === concurrency - 1) pump();
  };

  beginRound();
  const timer = setInterval(pump, tickMs);

  return {
    counts: () => ({ ...structuredClone(counts), inFlight: inFlight.size }),
    renew(changed) {
      for (const serial of changed) memory.delete(serial);
      if (!stopped) beginRound(monotonic());
    },
    stop() {
      stopped = true;
      clearInterval(timer);
      if (inFlight.size === 0) drained.resolve();
      return drained.promise;
    },
  };
};

/** A late round is not made up for: the next one starts now and takes its whole interval. */
const startOfNext = (start: number, intervalMs: number, { rounds }: PollerCounts): number => {
  const now = monotonic();
  return rounds > 0 && now - start < 1.5 * intervalMs ? start + intervalMs : now;
};

/** Devices that were taken away would otherwise be remembered for ever. */
const forgetAllBut = (devices: readonly DeviceEndpoint[], memory: Map<string, EpochMemory>): void => {
  const present = new Set(devices.map(({ serial }) => serial));
  for (const serial of memory.keys()) if (!present.has(serial)) memory.delete(serial);
};
