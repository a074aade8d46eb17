import { saysSomething, takesMessages } from '@minerx/rules/ticket';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { queueWork } from '../../outbox/outbox.ts';
import { keepImage } from './ticket-image.ts';
import { TICKET_NEWS, type TicketNews } from './ticket-news.command.ts';
import {
  closeTicketRow,
  findTicketForUpdate,
  insertFile,
  insertMessage,
  setTicketAssigned,
  touchTicket,
  type HeldTicket,
} from './ticket.store.ts';
import type { Actor } from '../../base/actor.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'bus' | 'outside'>;

/** Which ticket, by whom and why: for the audit log. */
interface TicketDeskInput {
  ticketId: string;
  actor: Actor;
  /** The operator's number; never 0, which is the member. */
  adminId: number;
  reason: string;
}

const requireOpen = async (tx: Tx, ticketId: string): Promise<HeldTicket> => {
  const ticket = (await findTicketForUpdate(tx, ticketId, null)) ?? refuse('err_not_found');
  return takesMessages(ticket.status) ? ticket : refuse('err_ticket_closed');
};

/**
 * Answers a ticket; the member hears of it at once where the app is open.
 * @throws err_not_found, err_ticket_closed, err_required, err_media_type, err_image
 */
export const replyToTicket = async (
  { pool, clock, random, bus, outside }: Dependencies,
  { ticketId, actor, adminId, reason, text, image }: TicketDeskInput & { text: string; image: Buffer | null },
): Promise<void> => {
  if (!saysSomething(text, image !== null)) refuse('err_required');
  const file = image && (await keepImage(outside.files, image));
  const at = new Date(clock.now());
  const id = uuidV7(clock, random);
  const { memberId } = await inTransaction(pool, async (tx) => {
    const ticket = await requireOpen(tx, ticketId);
    if (file !== null) await insertFile(tx, file, at);
    await insertMessage(tx, { id, ticketId, adminId, text, imageHash: file && file.hash, at });
    await touchTicket(tx, ticketId, 'support', at);
    await queueWork(tx, { topic: TICKET_NEWS, payload: { ticketId, messageId: id } satisfies TicketNews }, at);
    const detail = { message: id, characters: text.length, image: file && file.hash };
    await appendAudit(tx, at, [{ actor, action: 'ticket.reply', subject: `ticket:${ticket.number}`, reason, detail }]);
    return ticket;
  });
  bus.publish('ticket_message', { memberId: memberId.toString(), ticketId });
  bus.publish('outbox', { topic: TICKET_NEWS });
};

/** Makes a ticket somebody's, or nobody's. @throws err_not_found, err_ticket_closed */
export const assignTicket = async (
  { pool, clock }: Pick<Dependencies, 'pool' | 'clock'>,
  { ticketId, actor, reason, to }: Omit<TicketDeskInput, 'adminId'> & { to: Actor | null },
): Promise<void> => {
  const at = new Date(clock.now());
  await inTransaction(pool, async (tx) => {
    const ticket = await requireOpen(tx, ticketId);
    await setTicketAssigned(tx, ticketId, to);
    const detail = { before: ticket.assignedTo, after: to };
    await appendAudit(tx, at, [{ actor, action: 'ticket.assign', subject: `ticket:${ticket.number}`, reason, detail }]);
  });
};

/** @throws err_not_found, err_ticket_closed when it is closed already. */
export const closeTicket = async (
  { pool, clock, bus }: Dependencies,
  { ticketId, actor, reason }: Omit<TicketDeskInput, 'adminId'>,
): Promise<void> => {
  const at = new Date(clock.now());
  const { memberId } = await inTransaction(pool, async (tx) => {
    const ticket = await requireOpen(tx, ticketId);
    await closeTicketRow(tx, ticketId, at);
    const detail = { before: 'open', after: 'closed' };
    await appendAudit(tx, at, [{ actor, action: 'ticket.close', subject: `ticket:${ticket.number}`, reason, detail }]);
    return ticket;
  });
  bus.publish('ticket_message', { memberId: memberId.toString(), ticketId });
};
