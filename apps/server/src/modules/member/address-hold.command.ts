import type { Context } from '../../context.ts';
import { readSetting } from '../setting/setting.ts';
import { changeSetting } from '../setting/setting.store.ts';
import type { Actor } from '../../actor.ts';

const HOLD = 'withdrawal_address_hold_hours';

/**
 * Sets for how many hours a new or changed withdrawal address waits. Those that wait already keep the time they were told.
 * Gives the hours before.
 */
export const setAddressHold = (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { hours, actor, reason }: { hours: number; actor: Actor; reason: string },
): Promise<number> =>
  changeSetting(context, HOLD, {
    change: () => hours,
    told: (held, after) => ({ before: readSetting(HOLD, held), after }),
    actor,
    action: 'withdrawal_address.hold',
    reason,
  });
