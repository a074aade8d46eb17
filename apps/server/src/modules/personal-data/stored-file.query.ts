import type { Db } from '../../db/transaction.ts';

/** Whether a picture of that content is known. */
export const isStored = async (db: Db, hash: string): Promise<boolean> => {
  const { rows } = await db.query(`SELECT FROM stored_file WHERE hash = decode($1, 'hex')`, [hash]);
  return rows.length > 0;
};

/** Of the messages of a member's tickets, each once, behind a digest. */
export const listTicketPictures = async (
  db: Db,
  memberId: bigint,
  after: string,
  most: number,
): Promise<{ hash: string; mediaType: string }[]> => {
  const { rows } = await db.query<{ hash: string; mediaType: string }>(
    `SELECT encode(f.hash, 'hex') AS hash, f.media_type AS "mediaType" FROM stored_file f
      WHERE f.hash > decode($2, 'hex') AND f.hash IN (
        SELECT m.image_hash FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id WHERE t.member_id = $1 AND m.image_hash IS NOT NULL)
      ORDER BY f.hash LIMIT $3`,
    [memberId, after, most],
  );
  return rows;
};
