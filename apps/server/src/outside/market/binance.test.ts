import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { createBinanceMarket } from './binance.ts';
import type { MarketSource } from './port.ts';

let market: Simulator | null = null;
afterEach(() => market?.stop());

const minute = 60_000;
const now = Date.parse('2026-11-10T12:00:30Z');

const marketAt = async (atMs = now, args: string[] = [], timeoutMs = 30_000): Promise<MarketSource> => {
  market = await startSimulator('market', args);
  await market.control('/clock', { at: new Date(atMs).toISOString() });
  const clock = { now: () => atMs };
  return createBinanceMarket({ sourceId: 'market', simulated: true, url: market.url, clock, timeoutMs });
};

describe('the market', () => {
  it('tells the last prices in the order asked for', async () => {
    const source = await marketAt();
    const tickers = await source.latest(['ETHUSDT', 'BTCUSDT', 'TRXUSDT']);
    expect(tickers.map(({ symbol }) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT', 'TRXUSDT']);
    for (const { at, price, priceUnits, high, low } of tickers) {
      expect(at).toBe(now);
      expect(price).toMatch(/^\d+(\.\d{1,8})?$/);
      expect(Number(priceUnits) / 1e8).toBeCloseTo(Number(price), 8);
      expect(Number(low)).toBeLessThanOrEqual(Number(price));
      expect(Number(high)).toBeGreaterThanOrEqual(Number(price));
    }
    expect(tickers[1]!.priceUnits).toBeGreaterThan(80_000n * 100_000_000n);
  });

  it('tells the close of the minute that was running, also of days ago', async () => {
    const source = await marketAt();
    const past = Date.parse('2026-10-01T00:59:59.999Z');
    const close = await source.closeAt('BTCUSDT', past);
    expect(close).toMatchObject({ openAt: past - 59_999, closeAt: past });
    const [same] = await source.klines('BTCUSDT', close.openAt, close.openAt + minute);
    expect(same).toEqual(close);
  });

  it('tells no close of a minute that is not over', async () => {
    const source = await marketAt();
    await expect(source.closeAt('BTCUSDT', now)).rejects.toMatchObject({ reason: 'not_ready' });
    expect((await source.closeAt('BTCUSDT', now - 30_001)).closeAt).toBe(now - 30_001);
  });

  it('gives any number of minutes, each once', async () => {
    const source = await marketAt();
    const from = now - 30_000 - 2500 * minute;
    const klines = await source.klines('SOLUSDT', from, now);
    expect(klines).toHaveLength(2501);
    expect(klines.map(({ openAt }) => openAt)).toEqual(Array.from({ length: 2501 }, (_, i) => from + i * minute));
  });

  it('shows by its time that it is frozen', async () => {
    const source = await marketAt();
    await market!.control('/fault', { kind: 'frozen' });
    await market!.control('/clock', { at: new Date(now + 600_000).toISOString() });
    expect((await source.latest(['BTCUSDT']))[0]!.at).toBe(now);
  });

  it.each([
    ['implausible', { kind: 'zero' }],
    ['implausible', { kind: 'nan' }],
    ['malformed', { kind: 'malformed' }],
    ['unreachable', { kind: 'down' }],
    ['timeout', { kind: 'slow', ms: 2000 }],
    ['rate_limited', { kind: 'rate-limited' }],
  ])('is %s, never a price, when %o', async (reason, fault) => {
    const source = await marketAt(now, [], reason === 'timeout' ? 600 : 30_000);
    await market!.control('/fault', fault);
    await expect(source.latest(['BTCUSDT'])).rejects.toMatchObject({ reason });
    await expect(source.closeAt('BTCUSDT', now - 2 * minute)).rejects.toMatchObject({ reason });
    expect(source.health()).toMatchObject({ answered: 0, failed: { [reason]: 2 } });
  });

  it('is not asked again before the time it wants', async () => {
    const source = await marketAt(now, ['--weight-limit', '1']);
    await expect(source.latest(['BTCUSDT'])).rejects.toMatchObject({ reason: 'rate_limited' });
    await market!.stop();
    // The server is gone, and still the answer is to wait: nobody knocked.
    await expect(source.latest(['BTCUSDT'])).rejects.toMatchObject({ reason: 'rate_limited' });
  });

  it('refuses unknown pairs', async () => {
    const source = await marketAt();
    await expect(source.latest(['NOSUCH'])).rejects.toMatchObject({ reason: 'refused' });
    await expect(source.latest(['BTC&symbol=X'])).rejects.toThrow(RangeError);
  });
});
