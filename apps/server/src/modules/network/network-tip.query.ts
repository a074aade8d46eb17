import type { Context } from '../../context.ts';
import { getSetting } from '../setting/setting.query.ts';

/** A start begins with what an earlier one believed: before the first question to the network. */
export const recallNetworkTip = async ({ pool, outside }: Pick<Context, 'pool' | 'outside'>): Promise<void> => {
  const tip = await getSetting(pool, 'network_tip');
  outside.network.recall(tip?.simulated === outside.network.simulated ? tip : null);
};
