import {
  memberTicket,
  memberTicketAll,
  memberTicketGetById,
  memberTicketImage,
  memberTicketSend,
} from '@minerx/contract/ticket';
import { createLimiter, perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { openTicket, readTicket, sendMessage } from './ticket.command.ts';
import { presentMessage, presentTicket } from './ticket.presenter.ts';
import { findImageHash, findMessage, findTicket, listMessages, listTickets } from './ticket.query.ts';

/** An id that cannot be one answers like one that is not there. */
const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

export const addTicketRoutes = (api: Api): void => {
  const { context } = api;
  const { pool, outside } = context;

  addRoute(api, memberTicket, { limit: perMinute(30) }, async ({ member, body, idempotencyKey }) => {
    const input = { category: body.support_category, question: body.support_question };
    const id = await openTicket(context, member.memberId, input, idempotencyKey);
    const ticket = await findTicket(pool, member.memberId, id);
    return { ticket: presentTicket(ticket ?? refuse('err_not_found')) };
  });

  addRoute(api, memberTicketAll, { limit: perMinute(300) }, async ({ member, body }) => {
    const { rows, total } = await listTickets(pool, member.memberId, body);
    return { data: rows.map(presentTicket), paginator: { page: body.page, pageSize: body.pageSize, total } };
  });

  addRoute(api, memberTicketGetById, { limit: perMinute(300) }, async ({ member, query }) => {
    const id = requireId(query.id);
    // Before the messages are read: one that arrives in between is shown, and at worst stays marked as new.
    await readTicket(context, member.memberId, id);
    const ticket = (await findTicket(pool, member.memberId, id)) ?? refuse('err_not_found');
    return { ticket: presentTicket(ticket), message: (await listMessages(pool, id)).map(presentMessage) };
  });

  // A picture costs a core for up to two seconds.
  const allowPicture = createLimiter(perMinute(10), context.clock);
  addRoute(api, memberTicketSend, { limit: perMinute(60) }, async ({ member, body, file, idempotencyKey }) => {
    if (file !== null) allowPicture(String(member.memberId));
    const input = { ticketId: requireId(body.id), text: body.message, image: file };
    const id = await sendMessage(context, member.memberId, input, idempotencyKey);
    return { ticket: presentMessage((await findMessage(pool, id)) ?? refuse('err_not_found')) };
  });

  addRoute(api, memberTicketImage, { limit: perMinute(600) }, async ({ member, query, reply }) => {
    const hash = await findImageHash(pool, member.memberId, requireId(query.id));
    const content = hash && (await outside.files.get(hash));
    if (!content) return refuse('err_not_found');
    // Opened by itself it is a file to save, and a page of nothing: no script of it could ever run.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('content-disposition', 'attachment; filename="image.webp"');
    reply.header('x-content-type-options', 'nosniff');
    return content;
  });
};
