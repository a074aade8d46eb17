import { TICKET_IMAGE_BYTES_MAX, TICKET_TEXT_MAX } from '@minerx/rules/ticket';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { bytes, done, email, lines, opaqueId } from '../wire/wire.ts';
import { after, listOf } from './list.ts';

/** Open ones that wait for support longest waiting first; answered and closed ones newest first. */
export const TICKET_LISTS = ['waiting', 'answered', 'closed'] as const;
export type TicketList = (typeof TICKET_LISTS)[number];

const row = z.object({
  id: z.string(),
  number: z.string(),
  category: z.string(),
  state: z.enum(['waits', 'answered', 'closed']),
  /** The beginning of it. */
  question: z.string(),
  member_id: z.string(),
  username: z.string(),
  member_email: z.string(),
  /** Whose it is; null as long as nobody has taken it. */
  assigned_to: z.nullable(z.string()),
  opened_at: z.string(),
  /** When somebody last wrote, or it was closed. */
  updated_at: z.string(),
});
export type OperatorTicket = z.output<typeof row>;

export const operatorTickets = defineCall({
  method: 'GET',
  path: 'operator/ticket/all',
  summary:
    'Tickets that wait, are answered or closed; of everybody, of one member, or those that the operator has taken.',
  session: 'operator',
  query: z.object({
    state: z._default(z.enum(TICKET_LISTS), 'waiting'),
    mine: z.optional(z.enum(['yes'])),
    member: z.optional(email),
    after,
  }),
  result: listOf(row),
  refusals: ['err_forbidden', 'err_page'],
});

/** Whoever looks is on the audit log. */
export const operatorTicket = defineCall({
  method: 'GET',
  path: 'operator/ticket',
  summary: 'One ticket with its messages, oldest first, and replies that are ready in the language of the member.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: z.object({
    ticket: row,
    /** Of the member, in itself. */
    language: z.string(),
    messages: z.array(
      z.object({
        id: z.string(),
        from: z.enum(['member', 'support']),
        text: z.string(),
        image: z.nullable(z.object({ width: z.number(), height: z.number() })),
        at: z.string(),
      }),
    ),
    replies: z.array(z.object({ about: z.string(), english: z.string(), text: z.string() })),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});

/** Asked every few seconds while a ticket is open on a screen; nothing of the member is told by it. */
export const operatorTicketChange = defineCall({
  method: 'GET',
  path: 'operator/ticket/change',
  summary: 'When somebody last wrote to a ticket, or closed it.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: z.object({ changed_at: z.string() }),
  refusals: ['err_forbidden', 'err_not_found'],
});

export const operatorTicketImage = defineCall({
  method: 'GET',
  path: 'operator/ticket/image',
  summary: 'The image of a message.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  download: 'image/webp',
  result: bytes,
  refusals: ['err_forbidden', 'err_not_found'],
});

export const operatorTicketReply = defineCall({
  method: 'POST',
  path: 'operator/ticket/reply',
  summary: 'Answers a ticket with text, an image, or both: under the same key once. The member sees it at once.',
  session: 'operator',
  idempotent: true,
  body: z.object({ id: opaqueId, message: z._default(lines(TICKET_TEXT_MAX, 0), '') }),
  upload: { field: 'image', maxBytes: TICKET_IMAGE_BYTES_MAX },
  result: done,
  refusals: [
    'err_forbidden',
    'err_not_found',
    'err_ticket_closed',
    'err_broken_off',
    'err_required',
    'err_image',
    'err_too_large',
    'err_media_type',
    'err_unavailable',
  ],
});
