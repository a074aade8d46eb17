import type { Tx } from '../../db/transaction.ts';

/** Keeps a WebP made by `cleanImage`. */
export const insertPicture = async (
  tx: Tx,
  { id, bytes, at }: { id: string; bytes: Buffer; at: Date },
): Promise<void> => {
  await tx.query(`INSERT INTO picture (id, media_type, bytes, created_at) VALUES ($1, 'image/webp', $2, $3)`, [
    id,
    bytes,
    at,
  ]);
};
