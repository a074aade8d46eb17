import { holdHours } from '@minerx/rules/withdrawal-network';
import type { Context } from '../../context.ts';
import { changeSetting } from '../system/setting.store.ts';

/**
 * Sets for how many hours a new or changed withdrawal address waits. Those that wait already keep the time they were told.
 * Gives the hours before.
 */
export const setAddressHold = async (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { hours, actor, reason }: { hours: number; actor: string; reason: string },
): Promise<number> => {
  const { before } = await changeSetting(context, {
    key: 'withdrawal_address_hold_hours',
    change: () => hours,
    told: (held, after) => ({ before: holdHours(held), after }),
    actor,
    action: 'withdrawal_address.hold',
    reason,
  });
  return holdHours(before);
};
