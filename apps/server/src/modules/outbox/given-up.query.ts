import type { Pool } from 'pg';

/** A row of the outbox that nobody tries any more. What it carries is not shown: mails hold links and codes. */
interface GivenUp {
  id: bigint;
  topic: string;
  createdAt: Date;
  givenUpAt: Date;
  attempts: number;
  lastError: string | null;
}

const MOST_SHOWN = 100;

/** The latest first, 100 at most. */
export const listGivenUp = async (pool: Pool): Promise<GivenUp[]> => {
  const { rows } = await pool.query<GivenUp>(
    `SELECT id, topic, created_at AS "createdAt", given_up_at AS "givenUpAt", attempts, last_error AS "lastError"
       FROM outbox WHERE given_up_at IS NOT NULL ORDER BY given_up_at DESC, id DESC LIMIT ${MOST_SHOWN}`,
  );
  return rows;
};
