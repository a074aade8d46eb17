import type { Context } from '../context.ts';
import { deliverMail, type QueuedMail } from '../modules/mail/mail.command.ts';
import type { LockLetter } from '../modules/attempt/lock-letter.store.ts';
import { sendLockLetter } from '../modules/member/lock-letter.command.ts';
import { sendResetLink, type ResetRequest } from '../modules/member/password-reset.command.ts';
import type { OutboxHandlers } from './outbox.ts';

/** What each topic of the outbox asks for. */
export const outboxTopics = (context: Context): OutboxHandlers => ({
  mail: ({ id, payload, createdAt }) => deliverMail(context, payload as QueuedMail, id, createdAt),
  lock_letter: ({ payload }) => sendLockLetter(context, payload as LockLetter & { at: number }),
  password_reset: ({ payload }) => sendResetLink(context, payload as ResetRequest),
});
