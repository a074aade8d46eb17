import { TICKET_CLOSED } from '@minerx/rules/ticket';
import type { Db, Tx } from '../../db/transaction.ts';

interface NewTicket {
  id: string;
  number: string;
  memberId: bigint;
  category: number;
  question: string;
  at: Date;
}

/** The ticket and its question, which is the message with the ticket's own id. */
export const insertTicket = async (tx: Tx, ticket: NewTicket): Promise<void> => {
  const { id, number, memberId, category, question, at } = ticket;
  await tx.query(
    `INSERT INTO ticket (id, number, member_id, category, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`,
    [id, number, memberId, category, at],
  );
  await insertMessage(tx, { id, ticketId: id, adminId: 0, text: question, imageHash: null, at });
};

interface NewMessage {
  id: string;
  ticketId: string;
  /** 0: the member; else the operator. */
  adminId: number;
  text: string;
  imageHash: string | null;
  at: Date;
}

export const insertMessage = async (tx: Tx, message: NewMessage): Promise<void> => {
  const { id, ticketId, adminId, text, imageHash, at } = message;
  await tx.query(
    `INSERT INTO ticket_message (id, ticket_id, admin_id, message, image_hash, created_at)
     VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
    [id, ticketId, adminId, text, imageHash, at],
  );
};

/** After a message: who is to answer, and whether the member has something new to read. */
export const touchTicket = async (tx: Tx, ticketId: string, from: 'member' | 'support', at: Date): Promise<void> => {
  await tx.query(`UPDATE ticket SET updated_at = $2, awaits_us = $3, unread = unread OR NOT $3 WHERE id = $1`, [
    ticketId,
    at,
    from === 'member',
  ]);
};

export const closeTicketRow = async (tx: Tx, ticketId: string, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE ticket SET status = ${TICKET_CLOSED}, closed_at = $2, updated_at = $2, awaits_us = false, unread = true WHERE id = $1`,
    [ticketId, at],
  );
};

/** Whose it is from now on; null: nobody's. */
export const setTicketAssigned = async (tx: Tx, ticketId: string, to: string | null): Promise<void> => {
  await tx.query('UPDATE ticket SET assigned_to = $2 WHERE id = $1', [ticketId, to]);
};

export interface HeldTicket {
  id: string;
  number: string;
  memberId: bigint;
  status: number;
  assignedTo: string | null;
}

/** Locked until the transaction ends: closing and sending decide one after the other. `memberId` null: whoever's it is. */
export const findTicketForUpdate = async (
  tx: Tx,
  ticketId: string,
  memberId: bigint | null,
): Promise<HeldTicket | null> => {
  const { rows } = await tx.query<HeldTicket>(
    `SELECT id, number, member_id AS "memberId", status, assigned_to AS "assignedTo" FROM ticket
      WHERE id = $1 AND ($2::bigint IS NULL OR member_id = $2) FOR NO KEY UPDATE`,
    [ticketId, memberId],
  );
  return rows[0] ?? null;
};

/** Whose ticket has something new; locked, so that reading it comes before or after. */
export const findUnreadTicket = async (
  tx: Tx,
  ticketId: string,
): Promise<Pick<HeldTicket, 'number' | 'memberId'> | null> => {
  const { rows } = await tx.query<Pick<HeldTicket, 'number' | 'memberId'>>(
    'SELECT number, member_id AS "memberId" FROM ticket WHERE id = $1 AND unread FOR NO KEY UPDATE',
    [ticketId],
  );
  return rows[0] ?? null;
};

export const markTicketRead = async (db: Db, memberId: bigint, ticketId: string): Promise<void> => {
  await db.query('UPDATE ticket SET unread = false WHERE id = $1 AND member_id = $2 AND unread', [ticketId, memberId]);
};

export interface FileRow {
  hash: string;
  mediaType: string;
  bytes: number;
  width: number;
  height: number;
}

/** The same file may be there from another message. */
export const insertFile = async (
  tx: Tx,
  { hash, mediaType, bytes, width, height }: FileRow,
  at: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO stored_file (hash, media_type, bytes, width, height, created_at)
     VALUES (decode($1, 'hex'), $2, $3, $4, $5, $6) ON CONFLICT (hash) DO NOTHING`,
    [hash, mediaType, bytes, width, height, at],
  );
};

/** How many tickets a member opened since then. */
export const countTicketsSince = async (tx: Tx, memberId: bigint, since: Date): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM ticket WHERE member_id = $1 AND created_at > $2',
    [memberId, since],
  );
  return rows[0]!.count;
};

/** How many messages the member added to the ticket since then, beside the question. */
export const countMessagesSince = async (tx: Tx, ticketId: string, since: Date): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM ticket_message WHERE ticket_id = $1 AND admin_id = 0 AND id <> ticket_id AND created_at > $2',
    [ticketId, since],
  );
  return rows[0]!.count;
};
