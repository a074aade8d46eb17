import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { createBraiinsPool } from './braiins.ts';
import type { PoolSource } from './port.ts';

let pool: Simulator | null = null;
afterEach(() => pool?.stop());

const poolAt = async (time: string, token = 'demo', timeoutMs = 5000): Promise<PoolSource> => {
  pool = await startSimulator('pool', ['--devices', '4', '--outages-per-mille', '0']);
  await pool.control('/clock', { at: time });
  return createBraiinsPool({
    sourceId: 'pool',
    simulated: true,
    url: pool.url,
    token,
    clock: { now: () => Date.parse(time) },
    timeoutMs,
  });
};

describe('the pool', () => {
  it('tells its workers by their whole names, in hashes a second', async () => {
    const source = await poolAt('2026-11-10T12:00:00Z');
    await pool!.control('/outage', { serial: 'X1-000002', from: '2026-11-10T11:30:00Z', to: '2026-11-10T13:00:00Z' });
    const workers = await source.workers();
    expect(workers.map(({ name, state }) => [name, state])).toEqual([
      ['acct.X1-000001', 'alive'],
      ['acct.X1-000002', 'off'],
      ['acct.X1-000003', 'alive'],
      ['acct.X1-000004', 'alive'],
    ]);
    expect(workers[0]!.hashesPerSecond).toBeGreaterThan(72e12);
    expect(workers[0]!.hashesPerSecond).toBeLessThanOrEqual(76e12);
    expect(workers[0]!.lastShareAt).toBe(Date.parse('2026-11-10T11:59:56Z'));
    expect(workers[1]!.hashesPerSecond).toBe(0);
    expect(workers[1]!.hashrate24h).toBeGreaterThan(70e12);
    expect(workers[1]!.lastShareAt).toBe(Date.parse('2026-11-10T11:29:00Z'));
  });

  it('tells of every worker that it can read, whatever others say', async () => {
    const source = await poolAt('2026-11-10T12:00:00Z');
    const [first, , , fourth] = await source.workers();
    await pool!.control('/fault', { kind: 'strange' });
    const workers = await source.workers();
    expect(workers.map(({ name, state }) => [name, state])).toEqual([
      ['acct.farm.X1-000001', 'unknown'],
      ['acct.farm.X1-000004', 'alive'],
    ]);
    expect(workers[0]!.hashrate24h / first!.hashrate24h).toBeCloseTo(1, 6);
    expect(workers[1]!.hashrate24h).toBe(fourth!.hashrate24h);
  });

  it.each([
    ['no time at all', 1e300],
    ['before there was time', -1],
    ['milliseconds for seconds', Date.parse('2026-11-10T11:00:00Z')],
    ['an hour ahead', Date.parse('2026-11-10T13:00:00Z') / 1000],
  ])('tells of no last share where that is %s, and of the other workers as ever', async (_, lastShare) => {
    const source = await poolAt('2026-11-10T12:00:00Z');
    const sound = await source.workers();
    await pool!.control('/fault', { kind: 'misdated', lastShare });
    const [first, ...others] = await source.workers();
    expect(first).toEqual({ ...sound[0], lastShareAt: null });
    expect(others).toEqual(sound.slice(1));
  });

  it('tells what it paid for each day, in whole satoshi, oldest first', async () => {
    const source = await poolAt('2026-11-12T00:30:00Z');
    const rewards = await source.dailyRewards('2026-11-09', '2026-11-11');
    expect(rewards.map(({ day }) => day)).toEqual(['2026-11-09', '2026-11-10']);
    const truth = (await pool!.ask('/truth?day=2026-11-10')) as { sat: string };
    expect(rewards[1]).toEqual({
      day: '2026-11-10',
      rewardSat: BigInt(truth.sat),
      calculatedAt: Date.parse('2026-11-11T01:00:00Z'),
    });
  });

  it('says of half a day that it was told before the day was over', async () => {
    const source = await poolAt('2026-11-11T12:30:00Z');
    await pool!.control('/fault', { kind: 'half' });
    const [told] = await source.dailyRewards('2026-11-11', '2026-11-11');
    expect(told).toMatchObject({ day: '2026-11-11', calculatedAt: Date.parse('2026-11-11T12:00:00Z') });
    await pool!.control('/fault', { kind: 'none' });
    await pool!.control('/clock', { at: '2026-11-12T01:00:00Z' });
    const [whole] = await source.dailyRewards('2026-11-11', '2026-11-11');
    expect(whole!.rewardSat).toBeGreaterThan(told!.rewardSat);
  });

  it('takes a day that is told twice alike once, and believes neither of two that differ', async () => {
    const source = await poolAt('2026-11-12T00:30:00Z');
    const once = await source.dailyRewards('2026-11-09', '2026-11-10');
    await pool!.control('/fault', { kind: 'twice' });
    expect(await source.dailyRewards('2026-11-09', '2026-11-10')).toEqual(once);
    await pool!.control('/fault', { kind: 'twice', more: 1 });
    await expect(source.dailyRewards('2026-11-09', '2026-11-10')).rejects.toMatchObject({ reason: 'implausible' });
  });

  it('leaves out a day that is late', async () => {
    const source = await poolAt('2026-11-12T02:00:00Z');
    await pool!.control('/fault', { kind: 'late' });
    expect(await source.dailyRewards('2026-11-11', '2026-11-11')).toEqual([]);
  });

  it.each([
    ['malformed', { kind: 'malformed' }],
    ['unreachable', { kind: 'down' }],
    ['timeout', { kind: 'slow', ms: 2000 }],
    ['rate_limited', { kind: 'busy' }],
  ])('is %s when it should be, and counts it', async (reason, fault) => {
    const source = await poolAt('2026-11-12T02:00:00Z', 'demo', 500);
    await pool!.control('/fault', fault);
    await expect(source.workers()).rejects.toMatchObject({ reason });
    expect(source.health().failed).toEqual({ [reason]: 1 });
  });

  it('refuses a wrong token', async () => {
    const source = await poolAt('2026-11-12T02:00:00Z', 'wrong');
    await expect(source.workers()).rejects.toMatchObject({ reason: 'refused' });
  });
});
