import type { Context } from '../context.ts';
import { deliverMail, deliverOperatorMail, type OperatorMail, type SealedMail } from '../modules/mail/mail.command.ts';
import { sendDepositMail } from '../modules/deposit/deposit-mail.command.ts';
import { sendHeldMails } from '../modules/member/held-mails.command.ts';
import { sendLockMail, type QueuedLockMail } from '../modules/member/security/lock-mail.command.ts';
import { sendResetLink, type ResetRequest } from '../modules/member/security/password-reset.command.ts';
import { sendNftMail, type NftNews } from '../modules/nft/nft-mail.command.ts';
import { sendSwapMail } from '../modules/swap/swap-mail.command.ts';
import { sendTransferMails } from '../modules/transfer/transfer-mail.command.ts';
import { sendWithdrawalMail, type WithdrawalNews } from '../modules/withdrawal/withdrawal-mail.command.ts';
import type { OutboxHandlers } from './outbox.ts';

/** What each topic of the outbox asks for. */
export const outboxTopics = (context: Context): OutboxHandlers => ({
  mail: ({ id, payload, createdAt }) => deliverMail(context, payload as SealedMail, id, createdAt),
  lock_mail: ({ payload }) => sendLockMail(context, payload as QueuedLockMail),
  operator_mail: ({ id, payload, createdAt }) => deliverOperatorMail(context, payload as OperatorMail, id, createdAt),
  deposit_mail: ({ payload }) => sendDepositMail(context, payload as { transferId: string }),
  transfer_mail: ({ payload }) => sendTransferMails(context, payload as { id: string }),
  swap_mail: ({ payload }) => sendSwapMail(context, payload as { id: string }),
  nft_mail: ({ payload, createdAt }) => sendNftMail(context, payload as NftNews, createdAt),
  withdrawal_mail: ({ payload, createdAt }) => sendWithdrawalMail(context, payload as WithdrawalNews, createdAt),
  held_mails: ({ payload }) => sendHeldMails(context, payload as { memberId: string; hour: number }),
  password_reset: ({ payload }) => sendResetLink(context, payload as ResetRequest),
});
