import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../simulators/src/spawn.ts';
import { rowsOf } from '../../test/read-api.ts';
import { createLocalBus } from '../bus/bus.ts';
import type { Context } from '../context.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { createExpiryClock } from '../base/expiry-clock.ts';
import { MarketMemory } from '../modules/market/market-memory.ts';
import { recordBtcPrice, recordMinuteCloses } from '../modules/market/market-price.command.ts';
import { recordNetworkTip } from '../modules/network/network-tip.command.ts';
import { createBinanceMarket } from '../outside/market/binance.ts';
import { createCoinbaseMarket } from '../outside/market/coinbase.ts';
import { createNetworkSource } from '../outside/network/create.ts';
import { createSchedule } from './clock.ts';
import { startJobs } from './start.ts';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const log = pino({ level: 'silent' });

describe('the schedule', () => {
  it('runs jobs again and again, one run at a time, and waits for them when it stops', async () => {
    let running = 0;
    let most = 0;
    let ended = 0;
    const schedule = createSchedule(log, () => true);
    schedule.add({
      name: 'slow',
      everyMs: 5,
      lease: true,
      run: async () => {
        most = Math.max(most, ++running);
        await wait(30);
        running -= 1;
        ended += 1;
      },
    });
    await expect.poll(() => ended).toBeGreaterThan(1);
    await schedule.stop();
    expect(most).toBe(1);
    expect(running).toBe(0);
    const before = ended;
    await wait(50);
    expect(ended).toBe(before);
  });

  it('goes on after a failure, and rests while another process has the lease', async () => {
    let mine = true;
    let runs = 0;
    const schedule = createSchedule(log, () => mine);
    schedule.add({
      name: 'failing',
      everyMs: 5,
      lease: true,
      run: async () => {
        runs += 1;
        throw new Error('once more');
      },
    });
    await expect.poll(() => runs).toBeGreaterThan(2);
    mine = false;
    const before = runs;
    await wait(40);
    expect(runs).toBe(before);
    await schedule.stop();
  });

  it('runs a job before its time when it is hurried, once more where that comes while it runs, until it stops', async () => {
    let runs = 0;
    let hurry: (() => void) | null = null;
    const schedule = createSchedule(log, () => true, 5);
    schedule.add({
      name: 'hourly',
      everyMs: 3_600_000,
      lease: true,
      hurriedBy: (run) => {
        hurry = run;
        return () => (hurry = null);
      },
      run: async () => {
        runs += 1;
        if (runs === 2) hurry?.();
      },
    });
    await expect.poll(() => runs).toBe(1);
    hurry!();
    hurry!();
    await expect.poll(() => runs).toBe(3);
    await schedule.stop();
    expect(hurry).toBeNull();
  });
});

describe('prices and the tip of the chain', () => {
  let database: TestDatabase;
  let market: Simulator;
  let secondMarket: Simulator;
  let network: Simulator;
  let context: Context;
  const told: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    await rowsOf(database).reference();
    [market, secondMarket, network] = await Promise.all([
      startSimulator('market'),
      startSimulator('second-market'),
      startSimulator('network'),
    ]);
    const options = (sourceId: string, { url }: Simulator) => ({ sourceId, url, simulated: true, clock: Date });
    context = {
      pool: database.pool,
      bus: createLocalBus(),
      clock: Date,
      expiryClock: createExpiryClock(Date),
      log,
      env: { dataDir: mkdtempSync(join(tmpdir(), 'minerx-clock-')) },
      equations: [],
      outside: {
        market: createBinanceMarket(options('market', market)),
        secondMarket: createCoinbaseMarket(options('second-market', secondMarket)),
        network: createNetworkSource(options('network', network)),
        pool: { workers: async () => [], dailyRewards: async () => [], sourceId: 'pool', simulated: true },
        chains: new Map(),
        tron: null,
      },
    } as unknown as Context;
    context.market = new MarketMemory(context);
    context.bus.subscribe('settings_changed', ({ key }) => told.push(key));
    // The reference rows carry a price of the year in which the tests are set.
    await database.pool.query(`UPDATE wallet_type SET price_at = now() - interval '1 day'`);
  });

  afterAll(async () => {
    context.market.close();
    await Promise.all([market.stop(), secondMarket.stop(), network.stop()]);
    await database.drop();
  });

  it('keeps the tip, and tells when it moved', async () => {
    await recordNetworkTip(context);
    await recordNetworkTip(context);
    const { rows } = await database.pool.query(`SELECT value FROM setting WHERE key = 'network_tip'`);
    expect(rows[0].value).toMatchObject({ simulated: true, bits: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(rows[0].value.height).toBeGreaterThan(840_000);
    expect(told).toEqual(['network_tip']);
  });

  it('takes the BTC price with the time of the market, its minute closes and its history', async () => {
    expect(await recordBtcPrice(context)).toBe(true);
    await recordMinuteCloses(context);
    await recordMinuteCloses(context);
    const { rows } = await database.pool.query(
      `SELECT price_units, price_at, price_source, price_simulated FROM wallet_type WHERE id = 3`,
    );
    expect(rows[0]).toMatchObject({ price_source: 'market', price_simulated: true });
    expect(Date.now() - rows[0].price_at.getTime()).toBeLessThan(60_000);
    const closes = await database.pool.query('SELECT * FROM market_close');
    expect(closes.rows).toHaveLength(10);
    const history = await database.pool.query('SELECT * FROM wallet_price');
    expect(history.rows).toHaveLength(1);
  });

  it('does not take an old price', async () => {
    const old = { ...context, clock: { now: () => Date.now() + 10 * 60_000 } };
    expect(await recordBtcPrice(old)).toBe(false);
  });

  it('runs them all by the roles, and stops', async () => {
    const jobs = startJobs(context, new Set(['worker', 'collector']));
    const held = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ held: number }>(
        `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rows[0]!.held;
    };
    await expect.poll(held, { timeout: 10_000 }).toBeGreaterThan(0);
    await jobs.stop();
    // The database lets go as it hears of the end of a connection.
    await expect.poll(held).toBe(0);
  });
});
