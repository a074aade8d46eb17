import type { ResultOf } from '@minerx/contract/call';
import {
  operatorTicket,
  operatorTicketChange,
  operatorTicketImage,
  operatorTickets,
  type OperatorTicket,
} from '@minerx/contract/operator/ticket';
import { isFromSupport, takesMessages, ticketCategoryName } from '@minerx/rules/ticket';
import { isWireLanguage, LANGUAGES } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { READY_REPLIES, READY_REPLY_TEXTS } from '../../modules/ticket/ready-replies.ts';
import {
  findAnyImageHash,
  findAnyTicket,
  findTicketChange,
  listTicketQueue,
  type QueuedTicket,
  type TicketPlace,
} from '../../modules/ticket/ticket-queue.query.ts';
import { listMessages, type MessageRow } from '../../modules/ticket/ticket.query.ts';
import { refuse } from '../../refusal.ts';
import { actorOf } from '../run-action.ts';
import { listOfMember, pageOf, requireLook, requireRole } from './desk.ts';

/** Of a question, what a line of the list has room for. */
const BEGINNING = 140;

const presentTicket = (ticket: QueuedTicket): OperatorTicket => ({
  id: ticket.id,
  number: ticket.number,
  category: ticketCategoryName(ticket.category),
  state: !takesMessages(ticket.status) ? 'closed' : ticket.awaitsUs ? 'waits' : 'answered',
  question: ticket.question.slice(0, BEGINNING),
  member_id: ticket.memberId.toString(),
  username: ticket.username,
  member_email: ticket.email,
  assigned_to: ticket.assignedTo,
  opened_at: ticket.createdAt.toISOString(),
  updated_at: ticket.updatedAt.toISOString(),
});

const presentMessage = ({ id, adminId, text, hasImage, imageWidth, imageHeight, createdAt }: MessageRow) => ({
  id,
  from: isFromSupport(adminId) ? ('support' as const) : ('member' as const),
  text,
  image: hasImage ? { width: imageWidth, height: imageHeight } : null,
  at: createdAt.toISOString(),
});

const keyOf = ({ updatedAt, id }: QueuedTicket): string => `${updatedAt.getTime()}.${id}`;

/** @throws err_page */
const placeOf = (after: string | undefined): TicketPlace | undefined => {
  if (after === undefined) return undefined;
  const [ms = '', id = ''] = after.split('.');
  return /^\d{1,15}$/.test(ms) && isUuid(id) ? { at: new Date(Number(ms)), id } : refuse('err_page');
};

const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

/** @throws err_not_found */
const getTicket = async ({ pool }: Context, id: string): Promise<ResultOf<typeof operatorTicket>> => {
  const ticket = (await findAnyTicket(pool, id)) ?? refuse('err_not_found');
  const language = isWireLanguage(ticket.language) ? ticket.language : 'en';
  return {
    ticket: presentTicket(ticket),
    language: LANGUAGES[language].label,
    messages: (await listMessages(pool, ticket.id)).map(presentMessage),
    replies: READY_REPLIES.map((about) => ({
      about,
      english: READY_REPLY_TEXTS.en[about],
      text: READY_REPLY_TEXTS[language][about],
    })),
  };
};

export const addTicketDesk = (api: Api): void => {
  const { context } = api;
  const { pool, outside } = context;

  addRoute(api, operatorTickets, { limit: perMinute(240) }, async ({ operator, query }) => {
    const { state, mine, member: email, after } = query;
    await requireLook(context, operator, 'ticket list', { state, member: email });
    const place = placeOf(after);
    const assignedTo = mine === undefined ? undefined : actorOf(operator);
    return listOfMember(context, email, async (memberId) =>
      pageOf(await listTicketQueue(pool, { list: state, memberId, assignedTo, after: place }), keyOf, presentTicket),
    );
  });

  addRoute(api, operatorTicket, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'ticket show', { id });
    return getTicket(context, id);
  });

  addRoute(api, operatorTicketChange, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    requireRole(operator, 'ticket list');
    const changed = await findTicketChange(pool, requireId(id));
    return { changed_at: (changed ?? refuse('err_not_found')).toISOString() };
  });

  addRoute(api, operatorTicketImage, { limit: perMinute(240) }, async ({ operator, query: { id }, reply }) => {
    await requireLook(context, operator, 'ticket show', { image: requireId(id) });
    const hash = await findAnyImageHash(pool, requireId(id));
    const content = hash && (await outside.files.get(hash));
    if (!content) return refuse('err_not_found');
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('x-content-type-options', 'nosniff');
    return content;
  });
};
