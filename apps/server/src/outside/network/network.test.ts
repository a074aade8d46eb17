import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { createBitcoindNetwork } from './bitcoind.ts';
import { createNetworkSource } from './create.ts';
import { difficultyText } from './difficulty.ts';
import { createEsploraNetwork } from './esplora.ts';
import type { DaySegment, NetworkSource } from './port.ts';

let node: Simulator;
beforeAll(async () => {
  node = await startSimulator('network');
});
afterAll(() => node.stop());

const day = 86_400_000;
const kinds = { bitcoind: createBitcoindNetwork, esplora: createEsploraNetwork };

describe.each(['bitcoind', 'esplora'] as const)('the network seen through %s', (kind) => {
  const networkAt = async (time: string, timeoutMs = 5000): Promise<NetworkSource> => {
    await node.control('/fault', { kind: 'none' });
    await setTime(time);
    return kinds[kind]({ sourceId: 'network', simulated: true, url: node.url, clock: Date, timeoutMs });
  };
  const setTime = (at: string): Promise<unknown> => node.control('/clock', { at });

  it('has a height, bits, and the difficulty of those bits', async () => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    const state = await source.current();
    expect(Math.abs(state.height - 976_000)).toBeLessThan(3000);
    expect(state.difficulty).toBe(difficultyText(state.bits));
    expect(Number(state.difficulty)).toBeGreaterThan(139e12);
    expect(state.at).toBeLessThanOrEqual(Date.parse('2026-11-20T10:00:00Z'));
    expect(Date.parse('2026-11-20T10:00:00Z') - state.at).toBeLessThan(1_800_000);
  });

  it('covers every day without holes and splits it exactly at the adjustment', async () => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    const first = Date.UTC(2026, 10, 1);
    const all: DaySegment[] = [];
    for (let i = 0; i < 16; i++) {
      const from = first + i * day;
      const segments = await source.segmentsOfDay(new Date(from).toISOString().slice(0, 10));
      expect(segments[0]!.fromMs).toBe(from);
      expect(segments.at(-1)!.toMs).toBe(from + day);
      all.push(...segments);
    }
    for (let i = 1; i < all.length; i++) expect(all[i]!.fromMs).toBe(all[i - 1]!.toMs);
    const changes = all.filter((segment, i) => i > 0 && segment.bits !== all[i - 1]!.bits);
    expect(changes).toHaveLength(1);
    const [change] = changes;
    expect(change!.height % 2016).toBe(0);
    // Asked of the node itself: the header time of the first block of the new period.
    const header = await block(change!.height);
    expect(change).toMatchObject({ fromMs: header.timestamp * 1000, bits: header.bits.toString(16) });
  });

  const block = async (height: number): Promise<{ timestamp: number; bits: number }> => {
    const hash = await (await fetch(`${node.url}/block-height/${height}`)).text();
    return (await (await fetch(`${node.url}/block/${hash}`)).json()) as { timestamp: number; bits: number };
  };

  it('is held from its first answer against the tip that an earlier start believed', async () => {
    const before = await (await networkAt('2026-11-20T10:00:00Z')).current();
    const { url } = node;
    const source = kinds[kind]({ sourceId: 'network', simulated: true, url, clock: Date, timeoutMs: 5000 });
    source.recall(before);
    await node.control('/fault', { kind: 'jump' });
    await expect(source.current()).rejects.toThrow('cannot become');
    source.recall(null);
    const lied = await source.current();
    await node.control('/fault', { kind: 'none' });
    source.recall(lied);
    await expect(source.current()).rejects.toThrow('cannot become');
    source.recall(null);
    expect(await source.current()).toEqual(before);
  });

  it('is not ready with a day that is not over for the chain', async () => {
    const source = await networkAt('2026-11-19T23:59:59Z');
    await expect(source.segmentsOfDay('2026-11-19')).rejects.toMatchObject({ reason: 'not_ready' });
    await setTime('2026-11-20T02:30:00Z');
    expect(await source.segmentsOfDay('2026-11-19')).toHaveLength(1);
  });

  it('is not believed when the difficulty is not that of the bits', async () => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    await node.control('/fault', { kind: 'lying' });
    await expect(source.current()).rejects.toMatchObject({ reason: 'implausible' });
  });

  it('is not believed when the difficulty jumps', async () => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    const state = await source.current();
    await node.control('/fault', { kind: 'jump' });
    await setTime('2026-12-06T10:00:00Z');
    await expect(source.current()).rejects.toMatchObject({ reason: 'implausible' });
    await node.control('/fault', { kind: 'none' });
    expect((await source.current()).height).toBeGreaterThan(state.height);
  });

  it.each(['testnet', 'cheap'])('is not believed on a chain that is %s', async (fault) => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    await node.control('/fault', { kind: fault });
    await expect(source.current()).rejects.toMatchObject({ reason: 'implausible' });
    await expect(source.segmentsOfDay('2026-11-18')).rejects.toMatchObject({ reason: 'implausible' });
    await node.control('/fault', { kind: 'none' });
    expect((await source.current()).height).toBeGreaterThan(900_000);
  });

  it('is not believed of a day when it tells another block than was asked for', async () => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    await node.control('/fault', { kind: 'strayed' });
    await expect(source.segmentsOfDay('2026-11-18')).rejects.toThrow(/asked for height \d+, told of/);
    await node.control('/fault', { kind: 'none' });
    expect(await source.segmentsOfDay('2026-11-18')).toHaveLength(1);
  });

  it('is not believed when it fell by more than a reorganisation', async () => {
    const source = await networkAt('2026-11-20T10:00:00Z');
    const { height } = await source.current();
    await node.control('/fault', { kind: 'fallen' });
    await expect(source.current()).rejects.toMatchObject({ reason: 'implausible' });
    await node.control('/fault', { kind: 'none' });
    expect((await source.current()).height).toBe(height);
  });

  it.each([
    ['malformed', { kind: 'malformed' }],
    ['unreachable', { kind: 'down' }],
    ['refused', { kind: 'busy' }],
    ['timeout', { kind: 'slow', ms: 2000 }],
  ])('is %s when it should be, and counts it', async (reason, fault) => {
    const source = await networkAt('2026-11-20T10:00:00Z', 400);
    await node.control('/fault', fault);
    await expect(source.current()).rejects.toMatchObject({ reason });
    expect(source.health().failed).toEqual({ [reason]: 1 });
  });
});

it('bitcoind is asked with the password of its address', async () => {
  const closed = await startSimulator('network', ['--user', 'u', '--password', 'p:1']);
  const options = { sourceId: 'network', simulated: true, clock: Date };
  const url = closed.url.replace('http://', 'http://u:p%3A1@');
  expect((await createNetworkSource({ ...options, url }).current()).height).toBeGreaterThan(900_000);
  await expect(createNetworkSource({ ...options, url: closed.url }).current()).rejects.toMatchObject({
    reason: 'refused',
  });
  await closed.stop();
});
