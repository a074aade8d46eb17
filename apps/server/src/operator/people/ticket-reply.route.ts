import { createHash } from 'node:crypto';
import { operatorTicketReply } from '@minerx/contract/operator/ticket';
import { isUuid } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { pressOnce } from '../../modules/operator/press.command.ts';
import { replyToTicket } from '../../modules/ticket/ticket-desk.command.ts';
import { refuse } from '../../refusal.ts';
import { requireRole } from '../desk/desk.ts';
import { SUPPORT_ADMIN_ID } from './tickets.ts';
import { actorOf } from '../run-action.ts';

/**
 * Answers a ticket, once under its key: with a picture, which no action of the catalogue takes over the network.
 * @param actions the context of actions: an answer runs on its connections
 */
export const addTicketReply = (api: Api, actions: Context): void =>
  addRoute(api, operatorTicketReply, { limit: perMinute(60) }, async ({ operator, body, file, idempotencyKey }) => {
    requireRole(operator, 'ticket reply');
    const ticketId = isUuid(body.id) ? body.id : refuse('err_not_found');
    const asked = { ticketId, text: body.message, image: file && createHash('sha256').update(file).digest('hex') };
    const input = { ticketId, actor: actorOf(operator), adminId: SUPPORT_ADMIN_ID, reason: 'reply to the member' };
    const press = { actor: input.actor, name: 'ticket reply', key: idempotencyKey, input: asked };
    return pressOnce(actions, press, async () => {
      await replyToTicket(actions, { ...input, text: body.message, image: file });
      return { given: {} };
    });
  });
