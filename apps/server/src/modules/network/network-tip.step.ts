import type { Context } from '../../context.ts';
import type { Setting } from '../setting/setting.ts';
import { getSetting } from '../setting/setting.query.ts';

/** A start begins with what an earlier one believed: before the first question to the network. @returns the tip that is stored */
export const recallNetworkTip = async ({
  pool,
  outside,
}: Pick<Context, 'pool' | 'outside'>): Promise<Setting<'network_tip'>> => {
  const tip = await getSetting(pool, 'network_tip');
  outside.network.recall(tip?.simulated === outside.network.simulated ? tip : null);
  return tip;
};
