import type { HasHealth } from '../source-health.ts';

/** `alive` delivers shares; `low` less than usual; `off` stopped lately; `disabled` by the account's owner; `unknown` in words new to us. */
export type PoolWorkerState = 'alive' | 'low' | 'off' | 'disabled' | 'unknown';

/** What the pool sees of one device. */
export type PoolWorker = {
  /** As the pool has it: `acct.farm.X1-000124`. */
  name: string;
  state: PoolWorkerState;
  /** Short-window figure of the pool, H/s. */
  hashesPerSecond: number;
  /** Average over 24 hours, H/s. */
  hashrate24h: number;
  /** Epoch milliseconds, pool's clock; null when it never delivered a share. */
  lastShareAt: number | null;
};

/** What the pool credited for one UTC day. */
export type PoolDailyReward = {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  /** Whole satoshi, which are our units of 10⁻⁸ BTC. */
  rewardSat: bigint;
  /** When the pool computed it, epoch milliseconds; null when it does not say. */
  calculatedAt: number | null;
};

/** The pool's own figures: what is really paid. Every call throws `OutsideFailure`. */
export type PoolSource = HasHealth & {
  sourceId: string;
  simulated: boolean;
  workers(): Promise<PoolWorker[]>;
  /** Days from `fromDay` to `toDay`, both included, `YYYY-MM-DD`; a day that the pool has not computed yet is absent. */
  dailyRewards(fromDay: string, toDay: string): Promise<PoolDailyReward[]>;
};
