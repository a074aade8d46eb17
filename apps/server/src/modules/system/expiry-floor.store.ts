import type { Db } from '../../db/transaction.ts';

/** Keeps a moment that the clock of what is over has shown, and gives the latest that any process kept. */
export const noteExpiryFloor = async (db: Db, at: Date): Promise<Date> => {
  const { rows } = await db.query<{ at: Date }>(
    `INSERT INTO expiry_floor AS f (at) VALUES ($1)
     ON CONFLICT (single) DO UPDATE SET at = greatest(f.at, excluded.at) RETURNING at`,
    [at],
  );
  return rows[0]!.at;
};
