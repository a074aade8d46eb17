import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { pollDevice } from './cgminer.ts';
import type { DeviceEndpoint, HashrateSample } from './port.ts';

describe('polling a device of the simulated fleet', () => {
  let fleet: Simulator;
  let device: DeviceEndpoint;
  const source = { sourceId: 'fleet', simulated: true };
  const at = Date.parse('2026-11-10T12:00:00Z');

  beforeAll(async () => {
    fleet = await startSimulator('fleet', ['--devices', '1', '--outages-per-mille', '0']);
    await fleet.control('/clock', { at: new Date(at).toISOString() });
    const [place] = (await fleet.ask('/devices')) as { serial: string; host: string; port: number }[];
    device = { serial: place!.serial, host: place!.host, port: place!.port, ...source };
  });
  afterAll(() => fleet.stop());

  const setTime = (ms: number): Promise<unknown> => fleet.control('/clock', { at: new Date(ms).toISOString() });
  const fault = (body: object): Promise<unknown> => fleet.control('/fault', { serial: '*', times: 1, ...body });
  const sampleAt = async (ms: number, before: HashrateSample | null = null): Promise<HashrateSample> => {
    await setTime(ms);
    const result = await pollDevice({ ...device, before, clock: { now: () => ms } });
    if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
    return result.sample;
  };

  it('gives a sample with the label of its configuration', async () => {
    const sample = await sampleAt(at);
    expect(sample).toMatchObject({ serial: 'X1-000001', ...source, at, repairs: [] });
    expect(sample.instantThs).toBeGreaterThan(72);
    expect(sample.instantThs).toBeLessThanOrEqual(76);
    expect(sample.accepted).toBeGreaterThan(1000);
  });

  it('counts, between two samples of one run, the hashes that were really done', async () => {
    const one = await sampleAt(at);
    const two = await sampleAt(at + 3_600_000, one);
    expect(two.epochId).toBe(one.epochId);
    const truth = (await fleet.ask(`/truth?serial=X1-000001&from=${at}&to=${at + 3_600_000}`)) as { hashes: string };
    const difference = two.counterHashes! - one.counterHashes! - BigInt(truth.hashes);
    // Total MH is read in whole MH at both ends.
    expect(difference >= -1_000_000n && difference <= 1_000_000n).toBe(true);
  });

  it('sees a restart as another run', async () => {
    const start = at + 7_200_000;
    const one = await sampleAt(start);
    await fleet.control('/fault', { serial: '*', kind: 'restart' });
    const away = await pollDevice(device);
    expect(away).toMatchObject({ ok: false, reason: 'refused' });
    const two = await sampleAt(start + 60_000, one);
    expect(two.epochId).not.toBe(one.epochId);
    expect(two.elapsedS).toBe(40);
  });

  it.each([
    [{ kind: 'malformed', how: 'missing-comma' }, ['missing-comma']],
    [{ kind: 'malformed', how: 'trailing-comma' }, ['trailing-comma']],
    [{ kind: 'malformed', how: 'raw-newline' }, ['raw-newline']],
    [{ kind: 'malformed', how: 'string-number' }, ['number-as-text']],
    [{ kind: 'malformed', how: 'inf' }, ['not-a-number']],
    [{ kind: 'malformed', how: 'nan' }, ['not-a-number']],
    [{ kind: 'no-nul' }, ['no-nul']],
    [{ kind: 'stays-open' }, ['no-nul']],
    [{ kind: 'dribble', ms: 2 }, []],
    [{ kind: 'slow', ms: 100 }, []],
  ])('reads an answer that is %o', async (input, repairs) => {
    const clean = await sampleAt(at + 10_800_000);
    await fault(input);
    const result = await pollDevice({ ...device, clock: { now: () => at + 10_800_000 } });
    // Without a finite average nothing stands beside the counter.
    const counterAttested = !('how' in input && input.how === 'inf');
    expect(result).toEqual({ ok: true, sample: { ...clean, counterAttested, repairs } });
  });

  it.each([
    [{ kind: 'truncated' }, 'truncated'],
    [{ kind: 'half-number' }, 'truncated'],
    [{ kind: 'huge' }, 'parse'],
    [{ kind: 'closed' }, 'unreachable'],
    [{ kind: 'silent' }, 'timeout'],
    [{ kind: 'refused' }, 'denied'],
    [{ kind: 'slow', ms: 400 }, 'timeout'],
    [{ kind: 'dribble', ms: 60 }, 'timeout'],
  ])('tells why there is no sample: %o', async (input, reason) => {
    await fault(input);
    // What is not about time is given as much as a busy machine needs.
    const result = await pollDevice({ ...device, timeoutMs: reason === 'timeout' ? 200 : 10_000 });
    expect(result).toMatchObject({ ok: false, serial: 'X1-000001', reason });
  });

  it('tells an outage from silence', async () => {
    await fleet.control('/fault', { serial: '*', kind: 'outage', from: at + 14_400_000, to: at + 14_500_000 });
    await setTime(at + 14_400_000);
    expect(await pollDevice(device)).toMatchObject({ ok: false, reason: 'refused' });
  });
});

describe('polling what is no device', () => {
  const sockets = new Set<Socket>();
  const answerWith = async (answer: (socket: Socket) => void): Promise<DeviceEndpoint & { close(): void }> => {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      answer(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { serial: 'S', host: '127.0.0.1', port, sourceId: 's', simulated: false, close: () => server.close() };
  };
  afterAll(() => sockets.forEach((socket) => socket.destroy()));

  it('stops reading after a megabyte', async () => {
    const device = await answerWith((socket) => {
      const flood = (): void => void (socket.writable && socket.write('x'.repeat(65_536), flood));
      flood();
    });
    expect(await pollDevice(device)).toMatchObject({ ok: false, reason: 'parse' });
    device.close();
  });

  it('finds nobody', async () => {
    const device = await answerWith(() => undefined);
    device.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await pollDevice(device)).toMatchObject({ ok: false, reason: 'refused', detail: 'ECONNREFUSED' });
  });

  it('takes an address that is none as unreachable', async () => {
    const nowhere = { serial: 'S', sourceId: 's', simulated: false };
    expect(await pollDevice({ ...nowhere, host: '127.0.0.1', port: 70_000 })).toMatchObject({ reason: 'unreachable' });
    expect(await pollDevice({ ...nowhere, host: '', port: -1 })).toMatchObject({ reason: 'unreachable' });
  });

  it('takes what a reset cut off as half an answer, and not as a refusal', async () => {
    const device = await answerWith((socket) => {
      socket.once('data', () => socket.write('{"STATUS":[{"STA', () => setImmediate(() => socket.resetAndDestroy())));
    });
    // A reset may overtake what was sent before it: then there is nothing yet to be half.
    await expect.poll(() => pollDevice(device)).toMatchObject({ ok: false, reason: 'truncated' });
    device.close();
  });

  it('takes a close without a word as unreachable', async () => {
    const device = await answerWith((socket) => socket.end());
    expect(await pollDevice(device)).toMatchObject({ ok: false, reason: 'unreachable' });
    device.close();
  });

  it('gives up when told to', async () => {
    const device = await answerWith(() => undefined);
    const giveUp = new AbortController();
    const result = pollDevice({ ...device, signal: giveUp.signal });
    giveUp.abort();
    expect(await result).toMatchObject({ ok: false, detail: 'given up' });
    expect(await pollDevice({ ...device, signal: giveUp.signal })).toMatchObject({ ok: false, detail: 'given up' });
    device.close();
  });
});
