import type { Context } from '../../context.ts';
import { readSetting } from '../setting/setting.ts';

/** A start begins with what an earlier one believed: before the first question to the network. */
export const recallNetworkTip = async ({ pool, outside }: Pick<Context, 'pool' | 'outside'>): Promise<void> => {
  const { rows } = await pool.query<{ tip: unknown }>("SELECT value AS tip FROM setting WHERE key = 'network_tip'");
  const tip = readSetting('network_tip', rows[0]?.tip);
  outside.network.recall(tip?.simulated === outside.network.simulated ? tip : null);
};
