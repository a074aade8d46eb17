import { minuteOf } from '@minerx/rules/utc-time';
import { readFile, stat } from 'node:fs/promises';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { TICKET_LISTS } from '@minerx/contract/operator/ticket';
import {
  isFromSupport,
  takesMessages,
  TICKET_IMAGE_BYTES_MAX,
  TICKET_TEXT_MAX,
  ticketCategoryName,
  tidyTicketText,
} from '@minerx/rules/ticket';
import type { Pool } from 'pg';
import type { Actor } from '../../base/actor.ts';
import { findOperatorByEmail } from '../../modules/operator/operator.store.ts';
import { assignTicket, closeTicket, replyToTicket } from '../../modules/ticket/ticket-desk.command.ts';
import { listMessages } from '../../modules/ticket/ticket.query.ts';
import { findAnyTicket, listTicketQueue, type QueuedTicket } from '../../modules/ticket/ticket-queue.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem } from '../command.ts';

/** A member is not told who of support has written: non-zero means that one of them has. The audit log names them. */
export const SUPPORT_ADMIN_ID = 1;

const ID = { hint: 'TK-8F3K2M9Q or its id', kind: 'text', required: true } as const;
const REASON = { hint: 'why, for the audit log', kind: 'text' } as const;

const requireTicket = async (pool: Pool, id: string): Promise<QueuedTicket> => {
  const ticket = await findAnyTicket(pool, id);
  if (ticket === null) throw new OperatorProblem(`There is no ticket ${id}.`);
  return ticket;
};

const readAssignee = async (pool: Pool, actor: Actor, to: string | undefined): Promise<Actor | null> => {
  if (to === undefined) return actor;
  if (to === 'nobody') return null;
  const operator = await findOperatorByEmail(pool, to);
  if (operator === null || operator.disabledAt !== null) throw new OperatorProblem(`There is no operator ${to}.`, 'to');
  if (!GRANTS.support.roles.some((role) => role === operator.role))
    throw new OperatorProblem(`${operator.email} is ${operator.role} and answers no tickets.`, 'to');
  return `operator:${operator.email}`;
};

const readImage = async (path: string): Promise<Buffer> => {
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw new OperatorProblem(`${path} cannot be read.`);
  if (size > TICKET_IMAGE_BYTES_MAX) throw new OperatorProblem(`${path} is larger than 5 MB.`);
  return readFile(path);
};

/** Nothing that a member typed may steer the terminal. */
const plain = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- taking them out is the point
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ');

const firstLine = (text: string): string => plain(text).split('\n', 1)[0]!.slice(0, 60);

export const ticketCommands = [
  defineOperatorCommand({
    name: 'ticket list',
    grant: GRANTS.personal,
    summary: `Open tickets, those that wait for an answer first; with --all yes closed ones too. ${LIST_ROWS} of each at most.`,
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const lists = TICKET_LISTS.filter((list) => list !== 'closed' || all === 'yes');
      const found = await Promise.all(lists.map((list) => listTicketQueue(context.pool, { list })));
      const tickets = found.flatMap((page) => page.slice(0, LIST_ROWS));
      for (const { number, status, awaitsUs, category, updatedAt, username, question } of tickets) {
        const state = !takesMessages(status) ? 'closed' : awaitsUs ? 'WAITS' : 'answered';
        const at = minuteOf(updatedAt);
        print(
          `${number} ${state.padEnd(8)} ${ticketCategoryName(category).padEnd(8)} ${at} ${username.padEnd(24)} ${firstLine(question)}`,
        );
      }
      if (tickets.length === 0) print('No ticket is open.');
    },
  }),
  defineOperatorCommand({
    name: 'ticket show',
    grant: GRANTS.personal,
    summary: 'A ticket with all its messages.',
    flags: { id: ID },
    run: async ({ context, print }, { id }) => {
      const ticket = await requireTicket(context.pool, id);
      const state = takesMessages(ticket.status) ? 'open' : 'closed';
      print(
        `${ticket.number}, ${ticketCategoryName(ticket.category)}, ${state}, of ${ticket.username} <${ticket.email}>`,
      );
      for (const { adminId, text, hasImage, createdAt } of await listMessages(context.pool, ticket.id)) {
        print(`${createdAt.toISOString()} ${isFromSupport(adminId) ? `support ${adminId}` : ticket.username}`);
        for (const line of plain(text).split('\n')) print(`    ${line}`);
        if (hasImage) print('    [image]');
      }
    },
  }),
  defineOperatorCommand({
    name: 'ticket reply',
    grant: GRANTS.support,
    summary: 'Answers a ticket with text, an image (PNG, JPEG, WebP; 5 MB), or both.',
    flags: {
      id: ID,
      message: { hint: 'text', kind: 'text' },
      file: { hint: 'image.png', kind: 'path' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, message, file, reason }) => {
      const ticket = await requireTicket(context.pool, id);
      const text = tidyTicketText(message ?? '');
      if (text === '' && file === undefined) throw new OperatorProblem('ticket reply needs --message, --file or both.');
      if (text.length > TICKET_TEXT_MAX)
        throw new OperatorProblem(`--message has at most ${TICKET_TEXT_MAX} characters.`);
      await replyToTicket(context, {
        ticketId: ticket.id,
        actor,
        adminId: SUPPORT_ADMIN_ID,
        reason: reason ?? 'reply to the member',
        text,
        image: file === undefined ? null : await readImage(file),
      });
      print(`${ticket.number} is answered.`);
    },
  }),
  defineOperatorCommand({
    name: 'ticket assign',
    grant: GRANTS.support,
    summary: 'Makes a ticket yours, or another operator’s, or nobody’s.',
    flags: { id: ID, to: { hint: 'email of an operator, or nobody; without one, you', kind: 'text' }, reason: REASON },
    run: async ({ context, print, actor }, { id, to, reason }) => {
      const ticket = await requireTicket(context.pool, id);
      const whose = await readAssignee(context.pool, actor, to);
      await assignTicket(context, { ticketId: ticket.id, actor, reason: reason ?? 'to answer it', to: whose });
      print(`${ticket.number} is ${whose?.replace('operator:', '') ?? 'nobody'}’s.`);
    },
  }),
  defineOperatorCommand({
    name: 'ticket close',
    grant: GRANTS.support,
    summary: 'Closes a ticket: the member reads it, but cannot write to it any more.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      const ticket = await requireTicket(context.pool, id);
      await closeTicket(context, { ticketId: ticket.id, actor, reason: reason ?? 'settled' });
      print(`${ticket.number} is closed.`);
    },
  }),
];
