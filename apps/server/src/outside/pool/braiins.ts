import * as z from 'zod/mini';
import { MINUTE_MS } from '@minerx/rules/duration';
import { parseUnits } from '@minerx/rules/money';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { dayOf, dayStart } from '../utc-day.ts';
import type { PoolDailyReward, PoolSource, PoolWorker, PoolWorkerState } from './port.ts';

/** Numbers come as numbers or as text; anything else, and what is not finite, breaks the answer. */
const figure = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i))]),
  z.transform((value) => Number(value)),
);
const amount = z.union([z.string(), z.number()]);

/** Each worker is read by itself: one that says something new must not hide all others. */
const workersAnswer = z.object({ btc: z.object({ workers: z.record(z.string(), z.unknown()) }) });
const workerRow = z.object({
  state: z.string(),
  last_share: z.nullish(figure),
  hash_rate_unit: z.string(),
  hash_rate_5m: figure,
  hash_rate_24h: figure,
});

const rewardsAnswer = z.object({
  btc: z.object({
    daily_rewards: z.array(z.object({ date: figure, total_reward: amount, calculation_date: z.nullish(figure) })),
  }),
});

const states: Readonly<Record<string, PoolWorkerState>> = { ok: 'alive', low: 'low', off: 'off', dis: 'disabled' };

const hashesOfUnit: Readonly<Record<string, number>> = {
  'h/s': 1,
  'kh/s': 1e3,
  'mh/s': 1e6,
  'gh/s': 1e9,
  'th/s': 1e12,
  'ph/s': 1e15,
  'eh/s': 1e18,
};

/** No single machine is near this: such a figure is a unit mixed up. */
const MOST_HASHES_PER_S = 1e16;

/** So much may the pool's clock be ahead of ours. */
const MOST_AHEAD_MS = 5 * MINUTE_MS;

/** Null as well for a time that cannot be: no machine is seen by it, and none of the others is kept from being. */
const lastShareOf = (toldS: number, nowMs: number): number | null => {
  const atMs = toldS * 1000;
  return atMs > 0 && atMs <= nowMs + MOST_AHEAD_MS ? atMs : null;
};

/** Braiins Pool: `/accounts/workers/json/btc` and `/accounts/rewards/json/btc`, token in `Pool-Auth-Token`. */
export const createBraiinsPool = (options: Omit<HttpSourceOptions, 'headers'> & { token: string }): PoolSource => {
  const source: HttpSource = createHttpSource({ ...options, headers: { 'Pool-Auth-Token': options.token } });

  /** Null where the row cannot be believed: the pool has then told nothing of that worker. */
  const workerOf = (name: string, told: unknown): PoolWorker | null => {
    const parsed = workerRow.safeParse(told);
    if (!parsed.success) return null;
    const row = parsed.data;
    const unit = hashesOfUnit[row.hash_rate_unit.toLowerCase()] ?? Number.NaN;
    const [hashesPerSecond, hashrate24h] = [row.hash_rate_5m * unit, row.hash_rate_24h * unit];
    const isPlausible = (rate: number): boolean => rate >= 0 && rate <= MOST_HASHES_PER_S;
    if (!isPlausible(hashesPerSecond) || !isPlausible(hashrate24h)) return null;
    return {
      name,
      state: states[row.state] ?? 'unknown',
      hashesPerSecond,
      hashrate24h,
      lastShareAt: lastShareOf(row.last_share ?? 0, options.clock.now()),
    };
  };

  const rewardOf = (row: z.infer<typeof rewardsAnswer>['btc']['daily_rewards'][number]): PoolDailyReward => {
    const text = typeof row.total_reward === 'number' ? row.total_reward.toFixed(8) : row.total_reward;
    const rewardSat = parseUnits(text);
    if (rewardSat === null) source.fail('malformed', `reward of ${text}`);
    const at = row.date * 1000;
    const day = dayOf(at);
    if (dayStart(day) !== at) source.fail('implausible', `a day that does not begin at midnight: ${row.date}`);
    return { day, rewardSat, calculatedAt: row.calculation_date ? row.calculation_date * 1000 : null };
  };

  return {
    sourceId: options.sourceId,
    simulated: options.simulated,
    health: source.health,
    workers: () =>
      source.counted(async () => {
        const { btc } = await source.getJson('/accounts/workers/json/btc', workersAnswer);
        const told = Object.entries(btc.workers);
        const workers = told.map(([name, row]) => workerOf(name, row)).filter((worker) => worker !== null);
        if (told.length > 0 && workers.length === 0)
          source.fail('malformed', `none of ${told.length} workers can be read`);
        return workers;
      }),
    async dailyRewards(fromDay, toDay) {
      if (dayStart(fromDay) > dayStart(toDay)) throw new RangeError(`from ${fromDay} to ${toDay}`);
      return source.counted(async () => {
        const { btc } = await source.getJson(`/accounts/rewards/json/btc?from=${fromDay}&to=${toDay}`, rewardsAnswer);
        const rewards = new Map<string, PoolDailyReward>();
        for (const reward of btc.daily_rewards.map(rewardOf)) {
          if (reward.day < fromDay || reward.day > toDay) continue;
          const known = rewards.get(reward.day);
          // The same twice is one; two that differ are no answer.
          if (
            known !== undefined &&
            (known.rewardSat !== reward.rewardSat || known.calculatedAt !== reward.calculatedAt)
          )
            source.fail('implausible', 'a day told twice');
          rewards.set(reward.day, reward);
        }
        return [...rewards.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
      });
    },
  };
};
