import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { TicketList } from '@minerx/contract/operator/ticket';
import { TICKET_CLOSED, TICKET_OPEN } from '@minerx/rules/ticket';
import { HIGHEST_ID, isUuid, LOWEST_ID } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import type { TicketRow } from './ticket.query.ts';

/** A ticket as operators see it. */
export interface QueuedTicket extends TicketRow {
  memberId: bigint;
  username: string;
  email: string;
  language: string;
  awaitsUs: boolean;
  /** Whose it is; null as long as nobody has taken it. */
  assignedTo: string | null;
}

const QUEUED = `
  SELECT t.id, t.number, t.category, t.status, q.message AS question, t.unread, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
         t.member_id AS "memberId", w.username, w.email, w.language, t.awaits_us AS "awaitsUs", t.assigned_to AS "assignedTo"
    FROM ticket t JOIN ticket_message q ON q.id = t.id JOIN member w ON w.id = t.member_id`;

/** Where a page of tickets begins: when somebody last wrote, and the ticket's id. */
export interface TicketPlace {
  at: Date;
  id: string;
}

interface TicketsAsked {
  list: TicketList;
  /** Of one member, by email. */
  memberId?: bigint | undefined;
  /** Taken by this operator. */
  assignedTo?: string | undefined;
  after?: TicketPlace | undefined;
}

const FIRST: TicketPlace = { at: new Date(0), id: LOWEST_ID };
const LAST: TicketPlace = { at: new Date('9999-01-01'), id: HIGHEST_ID };

/** Those that wait stand longest waiting first, the others newest first: a page, and one row more where another follows. */
export const listTicketQueue = async (
  db: Db,
  { list, memberId, assignedTo, after }: TicketsAsked,
): Promise<QueuedTicket[]> => {
  const waits = list === 'waiting';
  const order = waits ? 'ASC' : 'DESC';
  const beyond = waits ? '>' : '<';
  const { at, id } = after ?? (waits ? FIRST : LAST);
  const { rows } = await db.query<QueuedTicket>(
    `${QUEUED} WHERE t.status = $1 AND t.awaits_us = $2 AND (t.updated_at, t.id) ${beyond} ($3::timestamptz, $4::uuid)
        AND ($5::bigint IS NULL OR t.member_id = $5) AND ($6::text IS NULL OR t.assigned_to = $6)
      ORDER BY t.updated_at ${order}, t.id ${order} LIMIT ${LIST_ROWS + 1}`,
    [list === 'closed' ? TICKET_CLOSED : TICKET_OPEN, waits, at, id, memberId ?? null, assignedTo ?? null],
  );
  return rows;
};

/** By its id or by its number. */
export const findAnyTicket = async (db: Db, idOrNumber: string): Promise<QueuedTicket | null> => {
  const { rows } = await db.query<QueuedTicket>(`${QUEUED} WHERE t.id = $1 OR t.number = upper($2)`, [
    isUuid(idOrNumber) ? idOrNumber : null,
    idOrNumber,
  ]);
  return rows[0] ?? null;
};

/** When somebody last wrote, or it was closed or taken. */
export const findTicketChange = async (db: Db, id: string): Promise<Date | null> => {
  const { rows } = await db.query<{ at: Date }>('SELECT updated_at AS at FROM ticket WHERE id = $1', [id]);
  return rows[0]?.at ?? null;
};

/** The stored file of a message, whoever's ticket it is in. */
export const findAnyImageHash = async (db: Db, messageId: string): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT encode(image_hash, 'hex') AS hash FROM ticket_message WHERE id = $1 AND image_hash IS NOT NULL`,
    [messageId],
  );
  return rows[0]?.hash ?? null;
};
