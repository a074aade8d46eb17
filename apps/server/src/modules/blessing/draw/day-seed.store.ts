import type { Db, Tx } from '../../../db/transaction.ts';

export const hasDaySeed = async (db: Db, day: string): Promise<boolean> => {
  const { rowCount } = await db.query('SELECT FROM blessing_seed WHERE day = $1', [day]);
  return rowCount !== 0;
};

interface NewDaySeed {
  day: string;
  commitment: Buffer;
  publicKey: Buffer;
  sealed: Buffer;
  /** The prize table that the day is committed to. */
  table: string;
  tableHash: Buffer;
  at: Date;
}

/** False: another process was first. */
export const insertDaySeed = async (
  tx: Tx,
  { day, commitment, publicKey, sealed, table, tableHash, at }: NewDaySeed,
): Promise<boolean> => {
  await tx.query('INSERT INTO blessing_table (hash, lines, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    tableHash,
    table,
    at,
  ]);
  const { rowCount } = await tx.query(
    `INSERT INTO blessing_seed (day, commitment, public_key, sealed, committed_at, table_hash, table_committed)
     VALUES ($1, $2, $3, $4, $5, $6, true) ON CONFLICT DO NOTHING`,
    [day, commitment, publicKey, sealed, at, tableHash],
  );
  return rowCount !== 0;
};

/** Seeds of days before this one that nobody has been shown, oldest first. */
export const listHiddenSeeds = async (db: Db, before: string): Promise<{ day: string; sealed: Buffer }[]> => {
  const { rows } = await db.query<{ day: string; sealed: Buffer }>(
    'SELECT day, sealed FROM blessing_seed WHERE day < $1 AND seed IS NULL ORDER BY day',
    [before],
  );
  return rows;
};

export const showSeed = async (db: Db, day: string, seed: Buffer, at: Date): Promise<void> => {
  await db.query('UPDATE blessing_seed SET seed = $2, revealed_at = $3 WHERE day = $1 AND seed IS NULL', [
    day,
    seed,
    at,
  ]);
};
