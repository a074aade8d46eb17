import type { Pool } from 'pg';

interface PictureRow {
  mediaType: string;
  bytes: Buffer;
}

export const findPicture = async (pool: Pool, id: string): Promise<PictureRow | null> => {
  const { rows } = await pool.query<PictureRow>({
    name: 'picture',
    text: 'SELECT media_type AS "mediaType", bytes FROM picture WHERE id = $1',
    values: [id],
  });
  return rows[0] ?? null;
};
