import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { createBinanceMarket } from './binance.ts';
import { createCoinbaseMarket } from './coinbase.ts';

const minute = 60_000;
const now = Date.parse('2026-11-10T12:00:30Z');
const clock = { now: () => now };

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator('second-market', ['--at', new Date(now).toISOString()]);
});
afterEach(() => simulator.stop());

const market = (timeoutMs = 30_000) =>
  createCoinbaseMarket({ sourceId: 'second', simulated: true, url: simulator.url, clock, timeoutMs });

describe('the second market', () => {
  it('tells the last trade with its time', async () => {
    const { priceUnits, at } = await market().latest();
    expect(at).toBe(now);
    expect(priceUnits).toBeGreaterThan(80_000n * 100_000_000n);
  });

  it('gives any number of minutes, each once, oldest first, and none that was not asked for', async () => {
    const from = now - 30_000 - 700 * minute;
    const closes = await market().closes(from, now);
    expect(closes.map(({ openAt }) => openAt)).toEqual(Array.from({ length: 701 }, (_, i) => from + i * minute));
  });

  it('says what the first market says, a few dollars off', async () => {
    const first = await startSimulator('market', ['--at', new Date(now).toISOString()]);
    const binance = createBinanceMarket({ sourceId: 'market', simulated: true, url: first.url, clock });
    const from = now - 30_000 - 50 * minute;
    const [here, there] = await Promise.all([market().closes(from, now), binance.klines('BTCUSDT', from, now)]);
    const apart = here.map(({ closeUnits }, at) => Number(closeUnits) / Number(there[at]!.closeUnits) - 1);
    expect(Math.max(...apart.map(Math.abs))).toBeLessThan(0.001);
    expect(apart.every((share) => share !== 0)).toBe(true);
    await first.stop();
  });

  it.each([
    ['malformed', { kind: 'malformed' }],
    ['unreachable', { kind: 'down' }],
    ['timeout', { kind: 'slow', ms: 2000 }],
    ['implausible', { kind: 'leap', times: 0 }],
  ])('is %s, never a price, when %o', async (reason, fault) => {
    await simulator.control('/fault', fault);
    const source = market(reason === 'timeout' ? 600 : 30_000);
    await expect(source.latest()).rejects.toMatchObject({ reason });
    await expect(source.closes(now - 5 * minute, now)).rejects.toMatchObject({ reason });
    expect(source.health()).toMatchObject({ answered: 0, failed: { [reason]: 2 } });
  });
});
