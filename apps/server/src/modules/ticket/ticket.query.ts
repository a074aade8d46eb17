import { pageOffset } from '@minerx/rules/paging';
import type { Db } from '../../db/transaction.ts';

export interface TicketRow {
  id: string;
  number: string;
  category: number;
  status: number;
  question: string;
  unread: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface MessageRow {
  id: string;
  adminId: number;
  username: string;
  text: string;
  hasImage: boolean;
  imageWidth: number;
  imageHeight: number;
  createdAt: Date;
}

// The question is the message with the ticket's own id.
const TICKET = `
  SELECT t.id, t.number, t.category, t.status, q.message AS question, t.unread,
         t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

/** One page of a member's tickets, newest first, and how many there are. */
export const listTickets = async (
  db: Db,
  memberId: bigint,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: TicketRow[]; total: number }> => {
  const [{ rows }, counted] = await Promise.all([
    db.query<TicketRow>({
      name: 'tickets_of_member',
      text: `${TICKET} FROM ticket t JOIN ticket_message q ON q.id = t.id
              WHERE t.member_id = $1 ORDER BY t.id DESC LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    db.query<{ total: number }>({
      name: 'ticket_count_of_member',
      text: 'SELECT count(*)::integer AS total FROM ticket WHERE member_id = $1',
      values: [memberId],
    }),
  ]);
  return { rows, total: counted.rows[0]!.total };
};

/** Only the member's own ticket; someone else's is as missing as none. */
export const findTicket = async (db: Db, memberId: bigint, ticketId: string): Promise<TicketRow | null> => {
  const { rows } = await db.query<TicketRow>({
    name: 'ticket_of_member',
    text: `${TICKET} FROM ticket t JOIN ticket_message q ON q.id = t.id WHERE t.id = $1 AND t.member_id = $2`,
    values: [ticketId, memberId],
  });
  return rows[0] ?? null;
};

const MESSAGE = `
  SELECT m.id, m.admin_id AS "adminId", who.username, m.message AS text, m.image_hash IS NOT NULL AS "hasImage",
         coalesce(f.width, 0) AS "imageWidth", coalesce(f.height, 0) AS "imageHeight", m.created_at AS "createdAt"
    FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id JOIN member who ON who.id = t.member_id
    LEFT JOIN stored_file f ON f.hash = m.image_hash`;

/** More than any conversation; beyond it the oldest are left out. */
const MAX_MESSAGES = 500;

/** The messages of a ticket, oldest first. */
export const listMessages = async (db: Db, ticketId: string): Promise<MessageRow[]> => {
  const { rows } = await db.query<MessageRow>({
    name: 'messages_of_ticket',
    text: `${MESSAGE} WHERE m.ticket_id = $1 ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}`,
    values: [ticketId],
  });
  return rows.reverse();
};

export const findMessage = async (db: Db, messageId: string): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'ticket_message',
    text: `${MESSAGE} WHERE m.id = $1`,
    values: [messageId],
  });
  return rows[0] ?? null;
};

/** The stored file of a message of an own ticket. */
export const findImageHash = async (db: Db, memberId: bigint, messageId: string): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string }>({
    name: 'ticket_image',
    text: `SELECT encode(m.image_hash, 'hex') AS hash FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id
            WHERE m.id = $1 AND t.member_id = $2 AND m.image_hash IS NOT NULL`,
    values: [messageId, memberId],
  });
  return rows[0]?.hash ?? null;
};
