import { HOUR_MS } from '@minerx/rules/duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import {
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  minutes,
  order,
  rows,
  START,
  startWorld,
  world,
} from '../../../test/settlement-world.ts';
import { HIGHEST_ID } from '../../base/ids.ts';
import { createPool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { correctSettledDay, settleDay } from '../../jobs/settlement.ts';
import { recordPayoutByHand } from './pool/pool-payout.command.ts';
import { recordMeasurements } from '../telemetry/telemetry.command.ts';
import { cutTo } from '../integrity/closed-day.query.ts';
import { judge } from '../integrity/integrity.query.ts';
import { difficultyText } from '../../outside/network/difficulty.ts';
import { DEVICE_DAY_EQUATIONS } from './device-day.equations.ts';
import { NETWORK_EQUATIONS } from '../network/network.equations.ts';
import { SETTLEMENT_EQUATIONS } from './settlement.equations.ts';

let owner: Pool;
let made: { state: string; corrected: number };

/** A day of three devices, two of which differ from the pool, with orders that began before and in it, and two corrections. */
beforeAll(async () => {
  await startWorld();
  owner = createPool(database.ownerUrl, { max: 1 });
  world.now = START + 24 * HOUR_MS + 60_000;
  world.paidSat = 8000n;
  world.segments = [
    { fromMs: START, toMs: START + 10 * HOUR_MS, bits: '1701fca1', height: 931_391 },
    { fromMs: START + 10 * HOUR_MS, toMs: START + 24 * HOUR_MS, bits: '17020000', height: 931_392 },
  ];
  const devices = await Promise.all(['D1', 'D2', 'D3'].map((serial) => rows.device(serial)));
  await minutes(devices[0]!, 0, 1200);
  await minutes(devices[0]!, 1200, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
  await minutes(devices[1]!, 0, 1440, { hashes: 3n * FULL_MINUTE });
  await minutes(devices[2]!, 0, 1300);
  const fresh = { max_profit_units: 250_000_000_000n, profit_balance_units: 250_000_000_000n };
  for (const device of devices) await order([[device, 9]], fresh);
  await order(
    devices.map((device) => [device, 1]),
    { ...fresh, activated_at: new Date(START + 6 * HOUR_MS) },
  );
  const context = contextOf();
  const { state } = await settleDay(context, DAY);
  const proved = Array.from({ length: 240 }, (_, n) => ({
    deviceId: devices[0]!,
    minute: START / 60_000 + 1200 + n,
    hashes: FULL_MINUTE,
    coveredS: 60,
    downS: -60,
    blindS: 0,
  }));
  await inTransaction(database.pool, (tx) => recordMeasurements(tx, proved, []));
  await correctSettledDay(context, DAY);
  await recordPayoutByHand(context, { day: DAY, rewardSat: 9000n, actor: 'operator:shell', reason: 'more' });
  made = { state, corrected: (await correctSettledDay(context, DAY)).orders };
}, 60_000);
afterAll(async () => {
  await owner.end();
  await endWorld();
});

/** What the equations say while a forgery is in the database, as its owner could make it. */
const broken = async (...forgery: string[]): Promise<string[]> => {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    for (const sql of forgery) await client.query(sql);
    return (await judge(client, [...SETTLEMENT_EQUATIONS, ...DEVICE_DAY_EQUATIONS, ...NETWORK_EQUATIONS]))
      .filter(({ violations }) => violations > 0n)
      .map(({ name }) => name);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
};
/** The tip that is believed, as a forger writes it: whatever is not told is true. */
const tip = (more: Record<string, unknown> & { bits?: string }): string => {
  const { bits = '17020000' } = more;
  const told = {
    height: 931_500,
    bits,
    difficulty: more['difficulty'] ?? difficultyText(bits),
    at: `${DAY}T23:50:00.000Z`,
    simulated: false,
  };
  return `INSERT INTO setting (key, value) VALUES ('network_tip', '${JSON.stringify({ ...told, ...more })}')`;
};
const first = `(order_id, day, part) = (SELECT order_id, day, part FROM reward ORDER BY seq LIMIT 1)`;

describe('settlements and their equations', () => {
  it('hold of a day with differences, retarget and corrections', async () => {
    expect(made).toEqual({ state: 'settled', corrected: 4 });
    expect(await broken()).toEqual([]);
  });

  it.each([
    ['the truth', {}],
    ['six blocks taken back', { height: 931_386 }],
    ['the next period, with bits that can follow', { height: 933_500, bits: '17010000' }],
  ])('hold of a tip of the chain that is %s', async (_, more) => {
    expect(await broken(tip(more))).toEqual([]);
  });

  it.each([
    ['other bits in the same period', { bits: '17020001' }],
    ['a difficulty that is not of its bits', { difficulty: '1.00000000' }],
    ['bits that cannot follow', { height: 933_500, bits: '17007fff' }],
    ['an older chain', { height: 931_385 }],
    ['blocks that cannot be there yet', { height: 10_000_000, bits: '17010000' }],
    ['another time', { at: '2999-01-01T00:00:00.000Z' }],
    ['no bits', { bits: '00000000', difficulty: '1.00000000' }],
    ['a simulated chain beside real days', { simulated: true }],
    ['words', { height: 'high' }],
  ])('do not hold of a believed tip with %s', async (_, more) => {
    expect(await broken(tip(more))).toEqual(['network-tip']);
  });

  it('are asked of the newest rewards by what stands before what leaves', async () => {
    expect(await broken(`UPDATE reward SET inputs = jsonb_set(inputs, '{segments,0,height}', '721391')`)).toContain(
      'newest-rewards',
    );
  });

  it('hold of a figure that was read late only where it fills what it proves, but of days that were recorded before', async () => {
    const late = ['pool_worker_day SET late_s', 'device_day SET pool_late_s'].map(
      (column) => `UPDATE ${column} = 1800 WHERE device_id = (SELECT max(device_id) FROM device_day WHERE filled > 0)`,
    );
    expect(await broken(...late)).toEqual(['device-credits']);
    const before = `UPDATE device_day SET edge_left_out = false`;
    await expect(broken(...late, before)).rejects.toThrow('device_day_edge');
    expect(await broken(`ALTER TABLE device_day DROP CONSTRAINT device_day_edge`, ...late, before)).toEqual([]);
  });

  it.each([
    ['a reward of one satoshi more', `UPDATE reward SET sat = sat + 1 WHERE ${first}`, 'reward-receipts'],
    ['a value that is not the price', `UPDATE reward SET usd_units = usd_units - 1 WHERE ${first}`, 'reward-receipts'],
    [
      'a cut that was left out',
      `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,0,cutTenths}', '"1"') WHERE ${first}`,
      'reward-receipts',
    ],
    [
      'a carry from nowhere',
      `UPDATE miner_order SET carry_pico_sat = (carry_pico_sat + 1) % 1000000000000`,
      'reward-chain',
    ],
    ['another price', `UPDATE settlement_day SET price_units = price_units + 1`, 'reward-days'],
    ['another fee', `UPDATE settlement_day SET pool_fee_ppm = 0`, 'reward-days'],
    ['another factor', `DELETE FROM settlement_figures`, 'reward-days'],
    [
      'an easier difficulty',
      `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,1,bits}', '"17020001"') WHERE ${first}`,
      'reward-segments',
    ],
    [
      'an older subsidy',
      `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,0,height}', '721391') WHERE ${first}`,
      'reward-segments',
    ],
    [
      'a day that began earlier',
      `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,0,from}', '"${DAY}T00:00:00.000Z"')`,
      'reward-segments',
    ],
    ['a stretch left out', `UPDATE reward SET inputs = inputs #- '{segments,1}' WHERE ${first}`, 'reward-segments'],
    [
      'a correction that sets out from less',
      `UPDATE reward SET inputs = jsonb_set(inputs, '{before,segments,0,hashesTenths}', '"0"') WHERE part = 1`,
      'reward-segments',
    ],
    ['a device credited more', `UPDATE device_day SET cut = 0`, 'reward-hashes'],
    ['a device filled by hand', `UPDATE device_day SET filled = filled + 1`, 'reward-hashes'],
    ['a device filled where it was seen', `UPDATE device_day SET filled = filled + 1 WHERE part = 0`, 'device-credits'],
    ['a device not cut', `UPDATE device_day SET cut = 0 WHERE part = 0`, 'device-credits'],
    ['another figure of the pool', `UPDATE pool_worker_day SET hashes = hashes * 2`, 'device-credits'],
    [
      'a first day of more hashes',
      `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,1,hashesTenths}', '"1"')
        WHERE order_id = (SELECT id FROM miner_order ORDER BY activated_at DESC LIMIT 1)`,
      'reward-windows',
    ],
    [
      'a late minute that no second covers',
      `INSERT INTO device_minute_late (day, device_id, minute, hashes, covered_s, down_s, blind_s, part)
         SELECT '${DAY}', max(id), 1310, 4000000000000000, 0, 0, 0, 1 FROM device`,
      'late-minutes',
    ],
    ['a minute more', `UPDATE device_minute SET hashes = hashes + 1 WHERE minute = 7`, 'device-days'],
    ['a late minute gone', `DELETE FROM device_minute_late WHERE minute = 1300`, 'device-days'],
    ['more blind seconds than its minutes leave', `UPDATE device_day SET blind_s = blind_s + 1`, 'device-days'],
    [
      'more blind seconds than its minutes leave, at first',
      `UPDATE device_day SET blind_s = blind_s + 3600 WHERE part = 0 AND stretch = 1`,
      'device-days',
    ],
    ['fewer blind seconds than nobody saw', `UPDATE device_day SET blind_s = 0 WHERE blind_s > 0`, 'device-days'],
    [
      'figures of a payout that was not',
      `UPDATE settlement_figures SET payout_sat = payout_sat * 10, payout_numerator = 1, payout_denominator = 1`,
      'figures',
    ],
    ['everybody paid twice over', `UPDATE settlement_figures SET payout_numerator = 2 * payout_denominator`, 'figures'],
    [
      'a part of the payout held back',
      `UPDATE settlement_figures SET payout_denominator = 2 * payout_denominator WHERE part = 0`,
      'figures',
    ],
    ['a band that nobody set', `UPDATE settlement_figures SET band_ppm = 900000`, 'figures'],
    [
      'figures for which nothing was known',
      `INSERT INTO settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at)
         SELECT day, part + 1, payout_part, payout_sat, 100000, 1, 1, now() FROM settlement_figures ORDER BY part DESC LIMIT 1`,
      'figures',
    ],
    [
      'a payout that no operator told, with its booking',
      `WITH made AS (INSERT INTO transfer (id, kind, reason) VALUES ('00000000-0000-7000-8000-000000000001', 'pool_payout', '${DAY}') RETURNING id),
            paid AS (INSERT INTO pool_payout (day, part, reward_sat, source, simulated, transfer_id) SELECT '${DAY}', 2, 9500, 'operator', false, id FROM made)
       INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) SELECT id, 0, 3, 19, 67, 500 FROM made`,
      'payouts',
    ],
    ['a payout below the rewards', `UPDATE settlement_figures SET payout_sat = 1000`, 'payout-cap'],
    [
      'a payout that nobody booked',
      `INSERT INTO pool_payout (day, part, reward_sat, source, simulated) VALUES ('${DAY}', 2, 9500, 'operator', false)`,
      'payouts',
    ],
    [
      'a payout that was told of a day that is not over, with its booking',
      `WITH made AS (INSERT INTO transfer (id, kind, reason) VALUES ('00000000-0000-7000-8000-000000000001', 'pool_payout', '2999-01-01') RETURNING id),
            paid AS (INSERT INTO pool_payout (day, part, reward_sat, source, simulated, transfer_id, recorded_at) SELECT '2999-01-01', 0, 9500, 'pool', false, id, '2999-01-03' FROM made)
       INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) SELECT id, 0, 3, 19, 67, 9500 FROM made`,
      'days-over',
    ],
    [
      'a payout that was told before its day was over',
      `UPDATE pool_payout SET recorded_at = '${DAY}T23:59:59Z' WHERE part = 0`,
      'days-over',
    ],
    ['a booking without a payout', `DELETE FROM pool_payout WHERE part = 1`, 'payouts'],
  ])('do not hold with %s', async (_, forgery, name) => {
    expect(await broken(forgery)).toContain(name);
  });

  it('do not hold of a day that was overpaid, whichever part of its rewards is looked at, and say nothing of a day that none is of', async () => {
    const cap = SETTLEMENT_EQUATIONS.find(({ name }) => name === 'payout-cap')!;
    const { rows: last } = await owner.query<{ id: string; seq: string; sat: bigint }>(
      'SELECT transfer_id AS id, seq::text, sat FROM reward ORDER BY seq DESC LIMIT 1',
    );
    const { id, seq, sat } = last[0]!;
    const behind = { upto: null, behindSeq: seq, uptoSeq: null };
    const client = await owner.connect();
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE settlement_figures SET payout_sat = $1`, [sat + 1n]);
      const [ofTheLast] = await judge(client, [cutTo(cap, { ...behind, from: id })]);
      expect(ofTheLast!.broken).toEqual([DAY]);
      const [ofNone] = await judge(client, [cutTo(cap, { ...behind, from: HIGHEST_ID })]);
      expect(ofNone!.broken).toEqual([]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
