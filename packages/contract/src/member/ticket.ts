import { TICKET_CATEGORIES, TICKET_IMAGE_BYTES_MAX, TICKET_TEXT_MAX } from '@minerx/rules/ticket';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { bytes, lines, opaqueId, pageBody, pageResult, timestamp, whole } from '../wire/wire.ts';

const ticket = z.object({
  id: z.string(),
  support_ticket_categoryid: z.number(),
  /** What member and support call it by: `TK-8F3K2M9Q`. */
  support_ticket_enquryid: z.string(),
  /** 1 open, 9 closed. */
  support_ticket_status: z.number(),
  /** The question that opened it. */
  support_ticket_message: z.string(),
  support_ticket_created_date: timestamp,
  /** When somebody last wrote, or it was closed. */
  support_ticket_updated_date: timestamp,
  /** Support has written, or closed it, since the member last looked. */
  unread: z.boolean(),
});
export type Ticket = z.output<typeof ticket>;

const ticketMessage = z.object({
  id: z.string(),
  message: z.string(),
  /** Id for `member/ticket/image`; empty when there is none. Its size, so that its place can be kept. */
  support_ticket_image: z.string(),
  support_ticket_image_width: z.number(),
  support_ticket_image_height: z.number(),
  /** Non-zero: from support. */
  support_ticket_adminid: z.number(),
  member_username: z.string(),
  support_ticket_created_date: timestamp,
});
export type TicketMessage = z.output<typeof ticketMessage>;

export const memberTicket = defineCall({
  method: 'POST',
  path: 'member/ticket',
  summary: 'Opens a ticket with a question.',
  session: 'member',
  body: z.object({
    support_category: whole(1, TICKET_CATEGORIES.length, 'err_ticket_category'),
    support_question: lines(TICKET_TEXT_MAX),
  }),
  result: z.object({ ticket }),
  refusals: [],
  idempotent: true,
});

export const memberTicketAll = defineCall({
  method: 'POST',
  path: 'member/ticket/all',
  summary: 'Own tickets, newest first.',
  session: 'member',
  body: pageBody,
  result: pageResult(ticket),
  refusals: [],
});

export const memberTicketGetById = defineCall({
  method: 'GET',
  path: 'member/ticket/getById',
  summary: 'One ticket with its messages, oldest first. Reading it takes its unread mark away.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  result: z.object({ ticket, message: z.array(ticketMessage) }),
  refusals: ['err_not_found'],
});

export const memberTicketSend = defineCall({
  method: 'POST',
  path: 'member/ticket/send',
  summary:
    'Adds a message to an open ticket: text, an image, or both. PNG, JPEG or WebP; it is stored re-encoded, without metadata.',
  session: 'member',
  body: z.object({ id: opaqueId, message: z._default(lines(TICKET_TEXT_MAX, 0), '') }),
  upload: { field: 'image', maxBytes: TICKET_IMAGE_BYTES_MAX },
  /** The message as it was stored. */
  result: z.object({ ticket: ticketMessage }),
  refusals: ['err_not_found', 'err_ticket_closed', 'err_image', 'err_too_large', 'err_media_type', 'err_unavailable'],
  idempotent: true,
});

export const memberTicketImage = defineCall({
  method: 'GET',
  path: 'member/ticket/image',
  summary: 'The image of a message of an own ticket.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  download: 'image/webp',
  result: bytes,
  refusals: ['err_not_found'],
});
