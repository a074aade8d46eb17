import type { Db } from '../../db/transaction.ts';

interface PictureRow {
  mediaType: string;
  bytes: Buffer;
}

export const findPicture = async (db: Db, id: string): Promise<PictureRow | null> => {
  const { rows } = await db.query<PictureRow>({
    name: 'picture',
    text: 'SELECT media_type AS "mediaType", bytes FROM picture WHERE id = $1',
    values: [id],
  });
  return rows[0] ?? null;
};
