import type { Context } from '../context.ts';
import { recordNetworkTip } from '../modules/network/network-tip.command.ts';
import type { Job } from './clock.ts';

/** The chain's tip, once a minute, for estimates; settlement asks for the whole day itself. */
export const networkTipJob = (context: Context): Job => ({
  name: 'network tip',
  everyMs: 60_000,
  run: () => recordNetworkTip(context),
});
