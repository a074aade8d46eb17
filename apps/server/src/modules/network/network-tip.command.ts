import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import type { NetworkState } from '../../outside/network/port.ts';
import { queueAlarm, type OperatorMail } from '../mail/operator-mail.store.ts';
import { getSetting } from '../setting/setting.query.ts';
import { changeSetting } from '../setting/setting.step.ts';
import { putSetting } from '../setting/setting.store.ts';
import { recallNetworkTip } from './network-tip.step.ts';
import type { Actor } from '../../base/actor.ts';

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
    told: (before) => ({ before: before && { ...before } }),
  });

type Dependencies = Pick<Context, 'pool' | 'outside' | 'bus' | 'clock' | 'log'>;

const REFUSED = 'network_tip_refused';

/**
 * Tells when the network's tip begins not to be believed, and when it is again: a source that lies, or the true chain after a lie that
 * was believed. By mail as often as alarms are mailed. Null: it is believed.
 */
const tellTipRefusal = async ({ pool, outside, bus, clock, log }: Dependencies, detail: string | null) => {
  const before = await getSetting(pool, REFUSED);
  if (before === null && detail === null) return;
  const at = new Date(clock.now());
  const source = outside.network.sourceId;
  const isNew = (before === null) !== (detail === null);
  const isMailed = await inTransaction(pool, async (tx) => {
    if (isNew) {
      const refused = detail === null ? null : { since: at.toISOString(), source, detail };
      await putSetting(tx, REFUSED, refused, at);
      const action = detail === null ? 'network.believed' : 'network.refused';
      const reason = detail ?? 'the tip follows the last one believed';
      await appendAudit(tx, at, [
        { actor: 'job:network-tip', action, subject: 'network', reason, detail: refused ?? { ...before } },
      ]);
    }
    return detail !== null && queueAlarm(tx, 'network-tip', refusalMail(detail, at), at);
  });
  if (isMailed) bus.publish('outbox', { topic: 'operator_mail' });
  if (!isNew) return;
  if (detail === null) log.warn({ event: 'tip_believed' }, 'the tip of the chain is believed again');
  else log.error({ event: 'tip_refused', source, detail }, 'the tip of the chain is not believed: settlement waits');
};

const refusalMail = (detail: string, at: Date): OperatorMail => ({
  subject: 'The tip of the chain is not believed',
  text: [
    `At ${at.toISOString()} the network told a tip that is refused: ${detail}`,
    'Until it is believed the difficulty stays as it was last, and no day is settled. Everything else goes on.',
    'What to do: compare height and bits with a block explorer. When the source is right, a wrong tip was believed before: npm run operator -- network forget --reason "…". When it is not, mend NETWORK_URL. This ends by itself as soon as a tip follows.',
  ].join('\n\n'),
});

const currentTip = async (dependencies: Dependencies): Promise<NetworkState> => {
  try {
    return await dependencies.outside.network.current();
  } catch (error) {
    if (isOutsideFailure(error) && error.reason === 'implausible') await tellTipRefusal(dependencies, error.message);
    throw error;
  }
};

/** @throws OutsideFailure when the network does not answer, or its tip is not believed. */
export const recordNetworkTip = async (dependencies: Dependencies): Promise<void> => {
  const { pool, outside, bus, clock } = dependencies;
  const before = await recallNetworkTip({ pool, outside });
  const { height, bits, difficulty, at } = await currentTip(dependencies);
  await tellTipRefusal(dependencies, null);
  const tip = {
    height,
    bits,
    difficulty,
    // The block's own time: a node that stands still grows old.
    at: new Date(at).toISOString(),
    simulated: outside.network.simulated,
  };
  await putSetting(pool, 'network_tip', tip, new Date(clock.now()));
  if (before?.height !== height) bus.publish('settings_changed', { key: 'network_tip' });
};
