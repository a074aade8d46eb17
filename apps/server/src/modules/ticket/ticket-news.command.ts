import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import { findUnreadTicket } from './ticket.store.ts';

/** The topic of the outbox for answers of support. */
export const TICKET_NEWS = 'ticket_news';

/** As it stands in the outbox. */
export interface TicketNews {
  readonly ticketId: string;
  readonly messageId: string;
}

/** Tells a member that support has answered, unless it was read meanwhile: the app may have been open beside it. */
export const tellTicketAnswer = async (
  context: Context,
  { ticketId, messageId }: TicketNews,
  at: Date,
): Promise<void> => {
  const noted = await inTransaction(context.pool, async (tx) => {
    const ticket = await findUnreadTicket(tx, ticketId);
    if (ticket === null) return [];
    const told = { kind: 'ticket_answered', event: `ticket_answered ${messageId}`, about: ticketId, at } as const;
    return noteNotices(context, tx, [{ memberId: ticket.memberId, label: ticket.number, ...told }]);
  });
  tellNotices(context, noted);
};
