import type { Ticket, TicketMessage } from '@minerx/contract/ticket';
import type { MessageRow, TicketRow } from './ticket.query.ts';

export const presentTicket = (ticket: TicketRow): Ticket => ({
  id: ticket.id,
  support_ticket_categoryid: ticket.category,
  support_ticket_enquryid: ticket.number,
  support_ticket_status: ticket.status,
  support_ticket_message: ticket.question,
  support_ticket_created_date: ticket.createdAt.toISOString(),
  support_ticket_updated_date: ticket.updatedAt.toISOString(),
  unread: ticket.unread,
});

/** Who of the support team wrote is not told; the number only says that it was one of them. */
export const presentMessage = (message: MessageRow): TicketMessage => ({
  id: message.id,
  message: message.text,
  support_ticket_image: message.hasImage ? message.id : '',
  support_ticket_image_width: message.imageWidth,
  support_ticket_image_height: message.imageHeight,
  support_ticket_adminid: message.adminId,
  member_username: message.adminId === 0 ? message.username : '',
  support_ticket_created_date: message.createdAt.toISOString(),
});
