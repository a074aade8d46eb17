import type { Context } from '../../context.ts';
import { changeSetting } from '../setting/setting.store.ts';
import { recallNetworkTip } from './network-tip.store.ts';
import type { Actor } from '../../actor.ts';

/** For a tip that was wrongly believed: the next one is believed whatever came before. */
export const forgetNetworkTip = (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<unknown> =>
  changeSetting(context, 'network_tip', {
    actor,
    action: 'network.forget',
    subject: 'network',
    reason,
    change: () => null,
    told: (before) => ({ before }),
  });

/** @throws OutsideFailure when the network does not answer. */
export const recordNetworkTip = async ({
  pool,
  outside,
  bus,
}: Pick<Context, 'pool' | 'outside' | 'bus'>): Promise<void> => {
  await recallNetworkTip({ pool, outside });
  const { height, bits, difficulty, at } = await outside.network.current();
  const tip = {
    height,
    bits,
    difficulty,
    // The block's own time: a node that stands still grows old.
    at: new Date(at).toISOString(),
    simulated: outside.network.simulated,
  };
  const { rows } = await pool.query<{ isNew: boolean }>(
    `WITH before AS (SELECT value ->> 'height' AS height FROM setting WHERE key = 'network_tip')
     INSERT INTO setting (key, value) VALUES ('network_tip', $1)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()
     RETURNING (SELECT height FROM before) IS DISTINCT FROM value ->> 'height' AS "isNew"`,
    [JSON.stringify(tip)],
  );
  if (rows[0]?.isNew) bus.publish('settings_changed', { key: 'network_tip' });
};
