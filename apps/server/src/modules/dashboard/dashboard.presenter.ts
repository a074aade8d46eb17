import { machineCount } from '@minerx/rules/miner-package';
import { expectedDailyReward, MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';
import { formatUnits } from '@minerx/rules/money';
import type { NetworkSettings } from '../telemetry/telemetry.query.ts';
import type { DashboardRow } from './dashboard.query.ts';

/** What the network gives that many machines at their full 76 Th/s, BTC a day; null without a network source. */
export const presentExpectedDaily = (row: DashboardRow, { tip, poolFeePpm }: NetworkSettings): string | null => {
  if (tip === null) return null;
  const hashrateThs = machineCount(row) * MAX_HASHRATE_THS;
  return formatUnits(expectedDailyReward({ hashrateThs, bits: tip.bits, height: tip.height, feePpm: poolFeePpm }));
};

/** UTC day of a moment in milliseconds, `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
