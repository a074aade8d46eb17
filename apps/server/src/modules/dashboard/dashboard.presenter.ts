import { expectedDailyReward, MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';
import { formatUnits } from '@minerx/rules/money';
import type { DashboardRow } from './dashboard.query.ts';

/** What the network expects of that many machines at their full 76 Th/s, BTC a day; null without a network source. */
export const presentExpectedDaily = (row: DashboardRow): string | null => {
  const tip = row.networkTip as { height?: unknown; bits?: unknown } | null;
  const { height, bits } = tip ?? {};
  if (typeof height !== 'number' || (typeof bits !== 'number' && typeof bits !== 'string')) return null;
  const feePpm = typeof row.poolFeePpm === 'number' ? row.poolFeePpm : 0;
  // A shared unit is ten tenths: as much as one machine.
  return formatUnits(
    expectedDailyReward({ hashrateThs: (row.shared + row.own) * MAX_HASHRATE_THS, bits, height, feePpm }),
  );
};

/** UTC day of a moment in milliseconds, `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
