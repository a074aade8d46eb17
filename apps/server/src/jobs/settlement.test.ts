import { HOUR_MS } from '@minerx/rules/duration';
import { computeReward, PICO } from '@minerx/rules/mining-reward';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  balance,
  BITS,
  byHand,
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  minutes,
  order,
  orderRow,
  rewards,
  rows,
  START,
  startWorld,
  TH,
  world,
} from '../../test/settlement-world.ts';
import { createPool } from '../db/pool.ts';
import { OutsideFailure } from '../outside/failure.ts';
import { settleDay } from './settlement.ts';

beforeEach(startWorld);
afterEach(endWorld);

describe('settling a day', () => {
  it('credits what the measured hashes are worth, and keeps a receipt that gives the same amount', async () => {
    const device = await rows.device('D1', false);
    await minutes(device, 0, 1440);
    const id = await order([[device, 10]]);
    const outcome = await settleDay(contextOf(), DAY);
    const pico = byHand(FULL_MINUTE * 1440n);
    expect(outcome).toMatchObject({ state: 'settled', orders: 1, sat: pico / PICO });
    const [reward] = await rewards();
    expect(reward).toMatchObject({ order_id: id, sat: pico / PICO, simulated: false });
    expect(reward!.inputs.segments).toEqual([
      {
        from: `${DAY}T00:00:00.000Z`,
        to: '2026-11-20T00:00:00.000Z',
        bits: BITS,
        height: 930_000,
        hashesTenths: (FULL_MINUTE * 14_400n).toString(),
        measuredTenths: (FULL_MINUTE * 14_400n).toString(),
        filledTenths: '0',
        cutTenths: '0',
      },
    ]);
    expect(computeReward(reward!.inputs).rewardSat).toBe(reward!.sat);
    expect(await balance()).toBe(reward!.sat);
    const { carry, left } = await orderRow(id);
    expect(carry).toBe(pico % PICO);
    expect(left).toBe(200_000_000_000n - reward!.usd_units);
  });

  it('is the same after ten runs in two processes', async () => {
    const devices = await Promise.all([1, 2, 3].map((n) => rows.device(`D${n}`)));
    for (const device of devices) await minutes(device, 0, 1440);
    for (const device of devices) await order([[device, 10]]);
    const other = createPool(database.url, { max: 5 });
    const [one, two] = [contextOf(), contextOf(other)];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, run) => settleDay(run % 2 === 0 ? one : two, DAY)),
    );
    await other.end();
    expect(outcomes.reduce((sum, { orders }) => sum + orders, 0)).toBe(3);
    expect(outcomes.every(({ state }) => state === 'settled')).toBe(true);
    const all = await rewards();
    expect(all).toHaveLength(3);
    expect(await balance()).toBe(all.reduce((sum, { sat }) => sum + sat, 0n));
    const { rows: transfers } = await database.pool.query("SELECT 1 FROM transfer WHERE kind = 'reward'");
    expect(transfers).toHaveLength(3);
  });

  it('splits the day where the difficulty was adjusted', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    const turn = START + 10 * HOUR_MS + 20_000;
    world.segments = [
      { fromMs: START, toMs: turn, bits: BITS, height: 931_391 },
      { fromMs: turn, toMs: START + 24 * HOUR_MS, bits: '17020000', height: 931_392 },
    ];
    await settleDay(contextOf(), DAY);
    const [reward] = await rewards();
    expect(
      reward!.inputs.segments.map(({ from, to, hashesTenths }) => [from.slice(11, 16), to.slice(11, 16), hashesTenths]),
    ).toEqual([
      ['00:00', '10:00', (FULL_MINUTE * 6000n).toString()],
      ['10:00', '00:00', (FULL_MINUTE * 8400n).toString()],
    ]);
    expect(reward!.sat).toBe((byHand(FULL_MINUTE * 600n) + byHand(FULL_MINUTE * 840n, '17020000')) / PICO);
  });

  it('counts an order from the first full minute after its activation, with its share of each device', async () => {
    const [own, shared] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(own, 0, 1440);
    await minutes(shared, 0, 1440);
    const late = await order([[own, 10]], { activated_at: new Date(START + 12 * HOUR_MS + 30_000) });
    const tenth = await order([[shared, 1]]);
    const tooLate = await order([[shared, 1]], { activated_at: new Date(START + 24 * HOUR_MS) });
    await settleDay(contextOf(), DAY);
    const sats = new Map((await rewards()).map(({ order_id: id, sat }) => [id, sat]));
    expect(sats.get(late)).toBe(byHand(FULL_MINUTE * 719n) / PICO);
    expect(sats.get(tenth)).toBe(byHand(FULL_MINUTE * 144n) / PICO);
    expect(sats.has(tooLate)).toBe(false);
  });

  it('pays nothing for the time in which the device was down', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 720);
    await minutes(device, 720, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
    await order([[device, 10]]);
    expect((await settleDay(contextOf(), DAY)).state).toBe('settled');
    expect((await rewards())[0]!.sat).toBe(byHand(FULL_MINUTE * 720n) / PICO);
  });

  it('waits for the pool where nobody saw the device, and settles when its figure is there', async () => {
    const [blind, seen] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(blind, 0, 1380); // The last hour has no rows: nobody looked.
    await minutes(seen, 0, 1440);
    const waiting = await order([[blind, 10]]);
    const other = await order([[seen, 10]]);
    const context = contextOf();
    world.workers = { D2: 76e12 };
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 1, openOrders: 1 });
    expect((await rewards()).map(({ order_id: id }) => id)).toEqual([other]);
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 0, openOrders: 1 });

    // The pool saw 75 TH/s all day; the miner's own pace was 76. Only the hour that nobody saw is filled.
    const poolHashes = 75n * TH * 86_400n;
    await rows.insert('pool_worker_day', { day: DAY, device_id: blind, hashes: poolHashes, simulated: false });
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'settled', orders: 1 });
    const reward = (await rewards()).find(({ order_id: id }) => id === waiting)!;
    expect(reward.inputs.segments[0]!.hashesTenths).toBe((poolHashes * 10n).toString());
    expect(computeReward(reward.inputs).rewardSat).toBe(reward.sat);
    expect(reward.inputs.btcPriceUnits).toBe('9500000000000');
  });

  it('fills at most at the own pace of the device, and lets an operator settle without the pool', async () => {
    const [fast, never] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(fast, 0, 1430);
    await minutes(never, 0, 1430);
    await order([[fast, 10]]);
    await order([[never, 10]]);
    await rows.insert('pool_worker_day', { day: DAY, device_id: fast, hashes: 100n * TH * 86_400n, simulated: false });
    world.workers = {};
    const context = contextOf();
    expect((await settleDay(context, DAY)).state).toBe('provisional');
    expect((await rewards())[0]!.inputs.segments[0]!.hashesTenths).toBe((FULL_MINUTE * (14_300n + 110n)).toString());
    expect((await settleDay(context, DAY, { withoutPoolFigures: true })).state).toBe('settled');
    expect((await rewards())[1]!.inputs.segments[0]!.hashesTenths).toBe((FULL_MINUTE * 14_300n).toString());
  });

  it('records what the pool saw while its average of 24 hours is the day', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1000);
    await order([[device, 10]]);
    world.workers = { D1: 76e12, unknown: 1e12 };
    world.now = START + 24 * HOUR_MS + 60_000;
    expect((await settleDay(contextOf(), DAY)).state).toBe('settled');
    expect((await rewards())[0]!.sat).toBe(byHand(FULL_MINUTE * 1440n) / PICO);
  });

  it('shares out what the pool paid where that is less than the formula', async () => {
    const devices = await Promise.all([1, 2].map((n) => rows.device(`D${n}`)));
    for (const device of devices) await minutes(device, 0, 1440);
    await order([[devices[0]!, 10]]);
    await order([[devices[1]!, 10]]);
    world.paidSat = 5000n;
    await settleDay(contextOf(), DAY);
    const all = await rewards();
    expect(all.map(({ sat }) => sat)).toEqual([2499n, 2499n]); // 2 499.99…: the formula's worth is rounded up, and carried.
    for (const { sat, inputs } of all) expect(computeReward(inputs).rewardSat).toBe(sat);
    expect(all.reduce((sum, { sat }) => sum + sat, 0n)).toBeLessThanOrEqual(5000n);
  });

  it('never pays more than the formula, however much the pool paid', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    world.paidSat = 10n ** 12n;
    await settleDay(contextOf(), DAY);
    expect((await rewards())[0]!.inputs.payoutFactor).toEqual({ numerator: '1', denominator: '1' });
  });

  it('cuts the last credit so that the maximum profit holds exactly, and ends the order', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    const id = await order([[device, 10]], { profit_balance_units: 1_000_000n });
    await settleDay(contextOf(), DAY);
    const [reward] = await rewards();
    expect(reward!.usd_units).toBe(1_000_000n);
    expect(reward!.sat).toBe((1_000_000n * 100_000_000n) / world.close);
    expect(await orderRow(id)).toMatchObject({ status: 9, carry: 0n, left: 0n });
    const { rows: freed } = await database.pool.query(`SELECT free FROM device_stock WHERE device_id = $1`, [device]);
    expect(freed).toEqual([{ free: true }]);
  });

  it('carries what is below a satoshi into the next day', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440, { hashes: 3n * 10n ** 11n });
    const id = await order([[device, 10]], { carry_pico_sat: 600_000_000_000n });
    await settleDay(contextOf(), DAY);
    const pico = byHand(432n * 10n ** 12n) + 600_000_000_000n;
    expect((await rewards())[0]!.sat).toBe(pico / PICO);
    expect((await orderRow(id)).carry).toBe(pico % PICO);
  });

  it('says what it waits for: the end of the day, the payout, the network, the price', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    const context = contextOf();
    world.now = START + 23 * HOUR_MS;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'waiting', reason: 'the day is not over' });
    world.now = START + 25 * HOUR_MS;
    world.paidSat = null;
    expect((await settleDay(context, DAY)).reason).toMatch('the pool has not told');
    world.paidSat = 5000n;
    const down = async (): Promise<never> => {
      throw new OutsideFailure('test', 'timeout', 'nothing');
    };
    const { network, market } = context.outside;
    context.outside.network = { ...network, segmentsOfDay: down };
    expect((await settleDay(context, DAY)).state).toBe('waiting');
    context.outside.network = network;
    context.outside.market = { ...market, closeAt: down };
    expect((await settleDay(context, DAY)).reason).toMatch('no BTC price');
    // Four minutes before the day's end is young enough, six are not.
    await rows.insert('market_close', {
      symbol: 'BTCUSDT',
      at: new Date(START + 24 * HOUR_MS - 7 * 60_000),
      price_units: 9n ** 13n,
      source: 'm',
      simulated: false,
      confirmed_by: 'second',
      confirmed_price_units: 9n ** 13n,
    });
    expect((await settleDay(context, DAY)).reason).toMatch('no BTC price');
    // Nor is one enough that no second source has borne out.
    await rows.insert('market_close', {
      symbol: 'BTCUSDT',
      at: new Date(START + 24 * HOUR_MS - 4 * 60_000),
      price_units: 1n,
      source: 'm',
      simulated: true,
    });
    expect((await settleDay(context, DAY)).reason).toMatch('no BTC price');
    await rows.insert('market_close', {
      symbol: 'BTCUSDT',
      at: new Date(START + 24 * HOUR_MS - 5 * 60_000),
      price_units: 9n ** 13n,
      source: 'm',
      simulated: true,
      confirmed_by: 'second',
      confirmed_price_units: 9n ** 13n,
    });
    expect((await settleDay(context, DAY)).state).toBe('settled');
    expect((await rewards())[0]).toMatchObject({ simulated: true });
  });

  it('waits while the close is not believed, and pays by the one that both sources agree on', async () => {
    const device = await rows.device('D1', false);
    await minutes(device, 0, 1440);
    const id = await order([[device, 10]]);
    world.close = 93_26000000n;
    const context = contextOf();
    expect(await settleDay(context, DAY)).toMatchObject({
      state: 'waiting',
      orders: 0,
      reason: expect.stringMatching(/^err_price_stale: .*sources_disagree/),
    });
    // Silence of the second source lets nothing through.
    world.secondClose = null;
    expect((await settleDay(context, DAY)).reason).toMatch(/^err_price_stale: .*nothing_to_compare/);
    expect(await rewards()).toEqual([]);
    world.close = 61_000_00000000n;
    world.secondClose = 61_100_00000000n;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'settled', orders: 1 });
    expect((await rewards())[0]).toMatchObject({ order_id: id, inputs: { btcPriceUnits: '6100000000000' } });
    const end = new Date(START + 24 * HOUR_MS);
    const { rows: closes } = await database.pool.query(
      'SELECT price_units AS units, source, confirmed_by, simulated FROM market_close WHERE symbol = $1 AND at = $2',
      ['BTCUSDT', new Date(end.getTime() - 60_000)],
    );
    expect(closes).toEqual([{ units: 61_000_00000000n, source: 'test', confirmed_by: 'test', simulated: false }]);
  });

  it('marks a day whose pool is simulated, whatever its devices are', async () => {
    const device = await rows.device('D1', false);
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    const context = contextOf();
    context.outside.pool = { ...context.outside.pool, simulated: true };
    await settleDay(context, DAY);
    expect((await rewards()).map(({ simulated }) => simulated)).toEqual([true]);
  });

  it('marks what came from a simulated device, and only that', async () => {
    const [real, simulated] = [await rows.device('D1', false), await rows.device('D2', true)];
    await minutes(real, 0, 1440);
    await minutes(simulated, 0, 1440);
    await order([[real, 10]]);
    await order([[simulated, 10]]);
    await settleDay(contextOf(), DAY);
    expect((await rewards()).map((reward) => reward.simulated)).toEqual([false, true]);
  });
});
