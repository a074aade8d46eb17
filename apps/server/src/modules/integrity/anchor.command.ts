import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AuditAnchor } from '../../outside/anchor/port.ts';
import { queueOperatorMail } from '../mail/operator-mail.store.ts';
import { findAuditHead, type AuditHead } from './audit-chain.query.ts';

/** A mailbox that the database cannot reach keeps it: whoever holds the mails can say what the log was. */
export const createMailAnchor = ({ pool, bus }: Pick<Context, 'pool' | 'bus'>): AuditAnchor => ({
  put: async ({ id, hash }, at, accepted) => {
    await inTransaction(pool, (tx) =>
      queueOperatorMail(
        tx,
        {
          subject: `Audit log: line ${id}`,
          text: [
            `At ${at.toISOString()} the audit log had ${id} lines. The hash of the last one is`,
            hash,
            ...(accepted.length === 0
              ? []
              : [`Of what is before it an operator has accepted that it does not hold: ${accepted.join(', ')}.`]),
            'Keep this mail: the log must hold that line for ever.',
          ].join('\n\n'),
        },
        at,
      ),
    );
    bus.publish('outbox', { topic: 'operator_mail' });
  },
  list: async () => [],
});

/**
 * Notes the newest line of the audit log in every place, unless it was noted last time. Gives it.
 * @param accepted what does not hold before it, by name, as an operator knows
 */
export const anchorAudit = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  anchors: readonly AuditAnchor[],
  { last, accepted }: { last: AuditHead | null; accepted: readonly string[] },
): Promise<AuditHead | null> => {
  const head = await findAuditHead(pool);
  if (head === null || head.id === last?.id) return last;
  const at = new Date(clock.now());
  for (const anchor of anchors) await anchor.put(head, at, accepted);
  return head;
};
