import { HOUR_MS } from '@minerx/rules/duration';
import type { Tx } from '../../db/transaction.ts';
import { queueWork } from '../../outbox/outbox.ts';

/** To the people who run this, in English and as it is. */
export interface OperatorMail {
  readonly subject: string;
  readonly text: string;
}

/** Queues it in the transaction that is the reason for it. After the commit: `bus.publish('outbox', { topic: 'operator_mail' })`. */
export const queueOperatorMail = async (tx: Tx, mail: OperatorMail, at: Date): Promise<void> => {
  await queueWork(tx, { topic: 'operator_mail', payload: mail }, at);
};

/** Alarms that last, or come and go, and after how many hours each is mailed again while it does. */
const AGAIN_AFTER_HOURS = {
  'btc-price': 6,
  'network-tip': 6,
  'device-doubled': 6,
  'device-exchanged': 6,
  'device-single': 6,
  'integrity-old': 6,
  'pool-workers': 6,
  'settlement-waits': 24,
} as const;
type OperatorAlarm = keyof typeof AGAIN_AFTER_HOURS;

/**
 * Whether an alarm is to be mailed now, and if so notes that it is: at once when it is new, and after its hours while it lasts or comes
 * again. A note of the future keeps nothing silent.
 * @param subject whom or what it is about, where there may be several
 */
export const isAlarmDue = async (tx: Tx, alarm: OperatorAlarm, at: Date, subject = ''): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO operator_alarm AS a (alarm, subject, told_at) VALUES ($1, $2, $3)
     ON CONFLICT (alarm, subject) DO UPDATE SET told_at = excluded.told_at WHERE a.told_at <= $4 OR a.told_at > $3`,
    [alarm, subject, at, new Date(at.getTime() - AGAIN_AFTER_HOURS[alarm] * HOUR_MS)],
  );
  return rowCount === 1;
};

/** The mail of an alarm where it is due. Gives whether it was queued: then the outbox is told after the commit. */
export const queueAlarm = async (tx: Tx, alarm: OperatorAlarm, mail: OperatorMail, at: Date): Promise<boolean> => {
  const due = await isAlarmDue(tx, alarm, at);
  if (due) await queueOperatorMail(tx, mail, at);
  return due;
};
