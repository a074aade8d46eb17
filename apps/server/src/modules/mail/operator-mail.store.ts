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
