import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import type { PollOptions } from './cgminer.ts';
import { createPoller, type Poller, type PollerOptions } from './poller.ts';
import type { DeviceEndpoint, PollResult } from './port.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const fleetOf = (count: number): DeviceEndpoint[] =>
  Array.from({ length: count }, (_, i) => ({
    serial: `S${i}`,
    host: '127.0.0.1',
    port: 1,
    sourceId: 's',
    simulated: true,
  }));

/** The fleet in the first round, and nobody after it. */
const oneRound = (devices: DeviceEndpoint[]): (() => DeviceEndpoint[]) => {
  let rounds = 0;
  return () => (rounds++ === 0 ? devices : []);
};

let poller: Poller | null = null;
let fleet: Simulator | null = null;
afterEach(async () => {
  await poller?.stop();
  await fleet?.stop();
  poller = null;
  fleet = null;
});

const start = (options: Partial<PollerOptions>): Poller => {
  poller = createPoller({
    devices: () => fleetOf(10),
    intervalMs: 300,
    concurrency: 50,
    timeoutMs: 3000,
    clock: Date,
    onResult: () => undefined,
    ...options,
  });
  return poller;
};

const lost = ({ serial }: PollOptions): PollResult => ({ ok: false, serial, at: 0, reason: 'unreachable', detail: '' });

describe('the poller', () => {
  it('asks every device once in an interval, none before its turn', async () => {
    const asked: { serial: string; after: number }[] = [];
    const from = performance.now();
    const poll = async (options: PollOptions): Promise<PollResult> => {
      asked.push({ serial: options.serial, after: performance.now() - from });
      return lost(options);
    };
    start({ poll, devices: oneRound(fleetOf(10)), intervalMs: 400 });
    await expect.poll(() => poller!.counts().rounds).toBeGreaterThan(1);
    expect(asked.map(({ serial }) => serial)).toEqual(fleetOf(10).map(({ serial }) => serial));
    for (const [i, { after }] of asked.entries()) expect(after).toBeGreaterThan(i * 40 - 1);
  });

  it('never has more connections open than allowed', async () => {
    let open = 0;
    let most = 0;
    const poll = async (options: PollOptions): Promise<PollResult> => {
      most = Math.max(most, ++open);
      await pause(30);
      open -= 1;
      return lost(options);
    };
    start({ poll, devices: () => fleetOf(60), concurrency: 7, intervalMs: 100 });
    await expect.poll(() => poller!.counts().lateRounds).toBeGreaterThan(0);
    expect(most).toBe(7);
  });

  it('never asks a device that has not answered yet', async () => {
    const open = new Set<string>();
    const poll = async (options: PollOptions): Promise<PollResult> => {
      expect(open.has(options.serial)).toBe(false);
      open.add(options.serial);
      await pause(options.serial === 'S0' ? 350 : 1);
      open.delete(options.serial);
      return lost(options);
    };
    start({ poll, devices: () => fleetOf(3), intervalMs: 60 });
    await expect.poll(() => poller!.counts().skipped).toBeGreaterThanOrEqual(3);
    expect(poller!.counts().polled).toBeGreaterThan(4);
  });

  it('starts nothing after stop, and stop waits for what is under way', async () => {
    let ended = 0;
    const poll = async (options: PollOptions): Promise<PollResult> => {
      await pause(100);
      ended += 1;
      return lost(options);
    };
    start({ poll, intervalMs: 40 });
    await expect.poll(() => poller!.counts().inFlight).toBeGreaterThan(0);
    await Promise.all([poller!.stop(), poller!.stop()]);
    const { polled } = poller!.counts();
    expect(ended).toBe(polled);
    await pause(100);
    expect(poller!.counts()).toMatchObject({ polled, inFlight: 0 });
  });

  it('goes on when its consumer fails, and counts it', async () => {
    const poll = async (options: PollOptions): Promise<PollResult> => lost(options);
    start({
      poll,
      intervalMs: 50,
      onResult: () => {
        throw new Error('database away');
      },
    });
    await expect.poll(() => poller!.counts().rounds).toBeGreaterThan(2);
    expect(poller!.counts().consumerErrors).toBe(poller!.counts().failed.unreachable);
    expect(poller!.counts().lastConsumerError).toBe('database away');
  });

  it('takes up new devices at the next round', async () => {
    let count = 2;
    const seen = new Set<string>();
    const poll = async (options: PollOptions): Promise<PollResult> => lost(options);
    start({
      poll,
      devices: () => fleetOf(count),
      intervalMs: 60,
      onResult: (result) => seen.add(result.ok ? '' : result.serial),
    });
    await expect.poll(() => seen).toEqual(new Set(['S0', 'S1']));
    count = 4;
    await expect.poll(() => seen).toEqual(new Set(['S0', 'S1', 'S2', 'S3']));
  });

  it('counts every outcome of a fleet with faults', async () => {
    fleet = await startSimulator('fleet', ['--devices', '40', '--outages-per-mille', '0']);
    const places = (await fleet.ask('/devices')) as { serial: string; host: string; port: number }[];
    const devices = places.map(({ serial, host, port }) => ({
      serial,
      host,
      port,
      sourceId: 'fleet',
      simulated: true,
    }));
    const fault = (i: number, body: object): Promise<unknown> =>
      fleet!.control('/fault', { serial: devices[i]!.serial, ...body });
    await fault(0, { kind: 'truncated' });
    await fault(1, { kind: 'slow', ms: 60_000 });
    await fault(2, { kind: 'malformed', how: 'missing-comma' });
    await fault(3, { kind: 'refused' });
    await fault(4, { kind: 'outage', from: Date.now() - 1000, to: Date.now() + 60_000 });
    devices[5] = { ...devices[5]!, port: 1 };
    const results = new Map<string, PollResult>();
    start({
      devices: oneRound(devices),
      intervalMs: 600,
      // Only the slow one takes so long, on a busy machine too.
      timeoutMs: 4000,
      onResult: (result) => results.set(result.ok ? result.sample.serial : result.serial, result),
    });
    await expect.poll(() => results.size).toBe(40);
    const counts = poller!.counts();
    expect(counts.polled).toBe(40);
    expect(counts.answered).toBe(35);
    expect(counts.failed).toEqual({ refused: 2, unreachable: 0, timeout: 1, parse: 0, truncated: 1, denied: 1 });
    expect(counts.repairs).toEqual({ 'missing-comma': 1 });
    expect(results.size).toBe(40);
  });

  it('keeps the run of a device from round to round, and from before it began', async () => {
    fleet = await startSimulator('fleet', ['--devices', '1', '--outages-per-mille', '0']);
    const [place] = (await fleet.ask('/devices')) as { serial: string; host: string; port: number }[];
    const epochs = new Set<string>();
    const born = Date.UTC(2026, 0, 1);
    start({
      devices: () => [{ ...place!, sourceId: 'fleet', simulated: true }],
      intervalMs: 50,
      onResult: (result) => epochs.add(result.ok ? result.sample.epochId : result.detail),
      remembered: () => ({ at: born + 1000, elapsedS: 1, epochId: 'from-the-database', counterHashes: 0n }),
    });
    await expect.poll(() => poller!.counts().answered).toBeGreaterThan(2);
    expect(epochs).toEqual(new Set(['from-the-database']));
  });
});
