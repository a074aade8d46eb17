import type { Db } from '../../db/transaction.ts';

/** Whether a picture of that content is known. */
export const isStored = async (db: Db, hash: string): Promise<boolean> => {
  const { rows } = await db.query(`SELECT FROM stored_file WHERE hash = decode($1, 'hex')`, [hash]);
  return rows.length > 0;
};
