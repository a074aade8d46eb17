import type { Context } from '../context.ts';
import { deliverMail, deliverOperatorMail, type OperatorMail, type SealedMail } from '../modules/mail/mail.command.ts';
import { sendDepositMail } from '../modules/deposit/deposit-mail.command.ts';
import { sendHeldMails } from '../modules/member/held-mails.command.ts';
import { sendLockMail, type QueuedLockMail } from '../modules/member/security/lock-mail.command.ts';
import { sendResetLink, type ResetRequest } from '../modules/member/security/password-reset.command.ts';
import { finishErasure } from '../modules/personal-data/deletion.command.ts';
import { sendNftMail, type NftNews } from '../modules/nft/nft-mail.command.ts';
import { sendSwapMail } from '../modules/swap/swap-mail.command.ts';
import { sendTransferMails } from '../modules/transfer/transfer-mail.command.ts';
import { sendWithdrawalMail, type WithdrawalNews } from '../modules/withdrawal/withdrawal-mail.command.ts';
import { sendMovedMail } from '../modules/transaction/moved-mail.command.ts';
import { tellPickNews } from '../modules/blessing/pick-news.command.ts';
import type { PickNews } from '../modules/blessing/grant.ledger.ts';
import { mayGoNow } from '../modules/notice/notice-mail.command.ts';
import { deliverPush } from '../modules/notice/push.command.ts';
import type { QueuedPush } from '../modules/notice/push.query.ts';
import { tellOrderNews } from '../modules/order/order-news.command.ts';
import type { OrderNews } from '../modules/order/order-news.ledger.ts';
import { tellRewards, type RewardNews } from '../modules/reward/reward-news.command.ts';
import { tellTicketAnswer, type TicketNews } from '../modules/ticket/ticket-news.command.ts';
import type { OutboxHandlers } from './outbox.ts';

/** What the ledger notes of a kind that is told by mail. */
type Told = { transferIds: readonly string[] };

const oneByOne = async ({ transferIds }: Told, tell: (id: string) => Promise<void>): Promise<void> => {
  for (const id of transferIds) await tell(id);
};

/** What each topic of the outbox asks for. @internal */
export const outboxTopics = (context: Context): OutboxHandlers => ({
  mail: async ({ id, payload, createdAt }) => {
    const mail = payload as SealedMail;
    if (await mayGoNow(context, mail)) await deliverMail(context, mail, id, createdAt);
  },
  lock_mail: ({ payload }) => sendLockMail(context, payload as QueuedLockMail),
  operator_mail: ({ id, payload, createdAt }) => deliverOperatorMail(context, payload as OperatorMail, id, createdAt),
  deposit_mail: ({ payload }) => oneByOne(payload as Told, (id) => sendDepositMail(context, id)),
  transfer_mail: ({ payload }) => oneByOne(payload as Told, (id) => sendTransferMails(context, id)),
  swap_mail: ({ payload }) => oneByOne(payload as Told, (id) => sendSwapMail(context, id)),
  moved_mail: ({ payload }) => sendMovedMail(context, payload as Told),
  nft_mail: ({ payload, createdAt }) => sendNftMail(context, payload as NftNews, createdAt),
  withdrawal_mail: ({ payload, createdAt }) => sendWithdrawalMail(context, payload as WithdrawalNews, createdAt),
  push: ({ payload }) => deliverPush(context, payload as QueuedPush),
  order_news: ({ payload, createdAt }) => tellOrderNews(context, payload as OrderNews, createdAt),
  pick_news: ({ payload, createdAt }) => tellPickNews(context, payload as PickNews, createdAt),
  reward_news: ({ payload, createdAt }) => tellRewards(context, payload as RewardNews, createdAt),
  ticket_news: ({ payload, createdAt }) => tellTicketAnswer(context, payload as TicketNews, createdAt),
  held_mails: ({ payload }) => sendHeldMails(context, payload as { memberId: string; hour: number }),
  erased_member: ({ payload }) => finishErasure(context, payload as Parameters<typeof finishErasure>[1]),
  password_reset: ({ payload }) => sendResetLink(context, payload as ResetRequest),
});

const queueOf = (topic: string): string => (topic === 'push' ? 'push' : topic.endsWith('_news') ? 'news' : 'mail');

/** The topics by who works them off: a push service that hangs, or news of a day for thousands, holds no mail and no code up. */
export const outboxQueues = (context: Context): OutboxHandlers[] =>
  [...Map.groupBy(Object.entries(outboxTopics(context)), ([topic]) => queueOf(topic)).values()].map(
    (topics): OutboxHandlers => Object.fromEntries(topics),
  );
