import { HOUR_MS } from '@minerx/rules/duration';
import { randomBytes } from 'node:crypto';
import { PICO, type RewardInputs, type RewardSegment } from '@minerx/rules/mining-reward';
import pino from 'pino';
import { expect } from 'vitest';
import { createLocalBus } from '../src/bus/bus.ts';
import { LEDGER_TABLES } from '../src/composition/ledger-tables.ts';
import type { Context } from '../src/context.ts';
import { testDatabase, type TestDatabase } from '../src/db/test-database.ts';
import { checkEquations } from '../src/modules/integrity/integrity.query.ts';
import { DEVICE_DAY_EQUATIONS } from '../src/modules/settlement/device-day.equations.ts';
import { SETTLEMENT_EQUATIONS } from '../src/modules/settlement/settlement.equations.ts';
import type { DaySegment } from '../src/outside/network/port.ts';
import { rowsOf } from './read-api.ts';

export const DAY = '2026-11-19';
export const START = Date.parse(`${DAY}T00:00:00Z`);
export const BITS = '1701fca1';
export const TH = 1_000_000_000_000n;
/** 76 TH/s for a minute. */
export const FULL_MINUTE = 76n * TH * 60n;
export const FULL_DAY = 76n * TH * 86_400n;
/** Right at the day's end, when the pool's average is the day. */
export const MIDNIGHT = START + 24 * HOUR_MS;

export let database: TestDatabase;
export let rows: ReturnType<typeof rowsOf>;
export let world: {
  segments: DaySegment[];
  paidSat: bigint | null;
  /** When the pool computed the day; null: it does not say. */
  calculatedAt: number | null;
  workers: Record<string, number>;
  close: bigint;
  /** Of the second source; null while it is silent. */
  secondClose: bigint | null;
  now: number;
};

const source = { sourceId: 'test', simulated: false, health: () => ({}) as never };
export const contextOf = (pool = database.pool): Context =>
  ({
    pool,
    log: pino({ level: 'silent' }),
    clock: { now: () => world.now },
    random: { bytes: (count: number) => randomBytes(count) },
    bus: createLocalBus(),
    tables: LEDGER_TABLES,
    outside: {
      network: { ...source, recall: () => undefined, segmentsOfDay: async () => world.segments },
      market: {
        ...source,
        closeAt: async (_: string, at: number) => ({ openAt: at - 59_999, closeUnits: world.close }),
      },
      secondMarket: {
        ...source,
        closes: async (_: number, toMs: number) =>
          world.secondClose === null ? [] : [{ openAt: toMs - 60_000, closeUnits: world.secondClose }],
      },
      pool: {
        ...source,
        workers: async () =>
          Object.entries(world.workers).map(([name, hashrate24h]) => ({ name, state: 'alive', hashrate24h })),
        dailyRewards: async () =>
          world.paidSat === null ? [] : [{ day: DAY, rewardSat: world.paidSat, calculatedAt: world.calculatedAt }],
      },
    },
  }) as unknown as Context;

/** Minutes of a device, all at the full rate; `parts` in seconds: covered, down, blind. */
export const minutes = async (
  deviceId: number,
  from: number,
  to: number,
  { hashes = FULL_MINUTE, coveredS = 60, downS = 0, blindS = 0 } = {},
): Promise<void> => {
  await database.pool.query('SELECT ensure_device_minute_day($1)', [DAY]);
  await database.pool.query(
    `INSERT INTO device_minute (day, device_id, minute, hashes, covered_s, down_s, blind_s)
     SELECT $1, $2, m, $5, $6, $7, $8 FROM generate_series($3::int, $4::int - 1) AS m`,
    [DAY, deviceId, from, to, hashes, coveredS, downS, blindS],
  );
};

/** An order on devices, live since before the day, with the account that its rewards go to. */
export const order = async (
  devices: [deviceId: number, tenths: number][],
  more: Record<string, unknown> = {},
): Promise<string> => {
  const id = await rows.order(1001n, 1, { activated_at: new Date(START - HOUR_MS), ...more });
  for (const [deviceId, tenths] of devices) {
    await rows.insert('allocation', { order_id: id, device_id: deviceId, share_tenths: tenths });
  }
  return id;
};

interface RewardRow {
  order_id: string;
  part: number;
  cause: string | null;
  sat: bigint;
  usd_units: bigint;
  inputs: Omit<RewardInputs, 'segments'> & { segments: (RewardSegment & { from: string; to: string })[] };
  simulated: boolean;
}
export const rewards = async (): Promise<RewardRow[]> =>
  (await database.pool.query<RewardRow>('SELECT * FROM reward ORDER BY day, order_id, part')).rows;

export const balance = async (): Promise<bigint> =>
  (await database.pool.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [1001n * 16n + 3n]))
    .rows[0]!.balance;

export const orderRow = async (id: string) =>
  (
    await database.pool.query<{ status: number; carry: bigint; left: bigint }>(
      'SELECT status, carry_pico_sat AS carry, profit_balance_units AS left FROM miner_order WHERE id = $1',
      [id],
    )
  ).rows[0]!;

/** What 76 TH/s earn over some minutes by hand, in 1e-12 satoshi: hashes × target ÷ (65535 × 2^240) × subsidy × 98 %. */
export const byHand = (hashes: bigint, bits = BITS): bigint => {
  const target = BigInt(`0x${bits.slice(2)}`) << (8n * (BigInt(`0x${bits.slice(0, 2)}`) - 3n));
  return (hashes * target * 312_500_000n * PICO * 98n) / (100n * (65_535n << 240n));
};

/** Total of the day's postings between two house accounts, in BTC: outside is 1, mining is 4. */
export const moved = async (source: number, destination: number): Promise<string> =>
  (
    await database.pool.query<{ sum: string }>(
      'SELECT coalesce(sum(amount), 0)::text AS sum FROM posting WHERE source = $1 * 16 + 3 AND destination = $2 * 16 + 3',
      [source, destination],
    )
  ).rows[0]!.sum;

/** A day of live orders on devices, with an outside world that says what the test wants. */
export const startWorld = async (): Promise<void> => {
  database = await testDatabase();
  rows = rowsOf(database);
  await rows.reference();
  await rows.member(1001n);
  await database.pool.query(
    'INSERT INTO account (id, balance) SELECT 1001 * 16 + w, 0 FROM generate_series(1, 11) AS w',
  );
  await rows.insert('setting', { key: 'pool_fee_ppm', value: '20000' });
  world = {
    segments: [{ fromMs: START, toMs: START + 24 * HOUR_MS, bits: BITS, height: 930_000 }],
    paidSat: 1_000_000_000n,
    calculatedAt: START + 25 * HOUR_MS,
    // An hour late, when the pool's average has moved on by as much.
    workers: { D1: 76e12, D2: 76e12, D3: 76e12 },
    close: 95_000_00000000n,
    secondClose: 95_010_00000000n,
    now: START + 25 * HOUR_MS,
  };
};

const EQUATIONS = [...SETTLEMENT_EQUATIONS, ...DEVICE_DAY_EQUATIONS].filter(({ name }) => name !== 'reward-chain');

/** Whatever a test did, the equations of the settlement hold; orders of a test begin with whatever profit it gave them. */
export const endWorld = async (): Promise<void> => {
  const outcomes = await checkEquations(database.pool, EQUATIONS);
  await database.drop();
  expect(outcomes.filter(({ violations }) => violations > 0n)).toEqual([]);
};
