import { CODE_MINUTES, FREEZE_LINK_DAYS, RESET_MINUTES } from '@minerx/rules/member';
import type { Context } from '../../context.ts';
import { writeMail } from './mail.template.ts';
import { openMail, type SealedMail } from './mail.store.ts';
import type { OperatorMail } from './operator-mail.store.ts';

/**
 * Writes a queued mail and sends it. The row's id makes the Message-ID, so that a mail that was sent but not ticked off
 * (the process died in between) arrives as the same mail. One whose code or link is void by now is dropped.
 * @throws OutsideFailure
 */
export const deliverMail = async (
  context: Pick<Context, 'env' | 'expiryClock' | 'outside' | 'vault'>,
  queued: SealedMail,
  rowId: bigint,
  queuedAt: Date,
): Promise<void> => {
  if (queued.usefulUntil !== undefined && context.expiryClock.now() > queued.usefulUntil) return;
  const mail = openMail(context.vault, queued);
  await context.outside.mailer.send({
    messageId: `${queuedAt.getTime().toString(36)}.${rowId}`,
    to: mail.to,
    ...writeMail(mail, context.env, {
      codeMinutes: CODE_MINUTES,
      resetMinutes: RESET_MINUTES,
      freezeDays: FREEZE_LINK_DAYS,
    }),
  });
};

/** To the address of the people who run this. @throws OutsideFailure */
export const deliverOperatorMail = (
  { env, outside }: Pick<Context, 'env' | 'outside'>,
  { subject, text }: OperatorMail,
  rowId: bigint,
  queuedAt: Date,
): Promise<void> =>
  outside.mailer.send({
    messageId: `${queuedAt.getTime().toString(36)}.${rowId}`,
    to: { name: env.brand.name, address: env.operatorEmail },
    subject: `${env.brand.name}: ${subject}`,
    text,
    html: `<pre>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>`,
  });

export type { OperatorMail } from './operator-mail.store.ts';
export type { SealedMail } from './mail.store.ts';
