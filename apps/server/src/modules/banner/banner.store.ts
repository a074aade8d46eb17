import type { LanguageTexts } from '../../base/variants.ts';
import type { Tx } from '../../db/transaction.ts';

interface NewBanner {
  id: string;
  title: LanguageTexts;
  pictureId: string;
  link: string;
  position: number;
  at: Date;
}

export const insertBanner = async (tx: Tx, { id, title, pictureId, link, position, at }: NewBanner): Promise<void> => {
  await tx.query(
    `INSERT INTO banner (id, title, titles, picture_id, link, position, published_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, title.base, JSON.stringify(title.variants), pictureId, link, position, at],
  );
};

/** Takes one from the home screen; gives its title, or null when none is shown. */
export const markBannerWithdrawn = async (tx: Tx, id: string, at: Date): Promise<string | null> => {
  const { rows } = await tx.query<{ title: string }>(
    'UPDATE banner SET withdrawn_at = $2 WHERE id = $1 AND withdrawn_at IS NULL RETURNING title',
    [id, at],
  );
  return rows[0]?.title ?? null;
};

/** The place of one that is shown; null when none is. */
export const lockBannerPosition = async (tx: Tx, id: string): Promise<number | null> => {
  const { rows } = await tx.query<{ position: number }>(
    'SELECT position FROM banner WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE',
    [id],
  );
  return rows[0]?.position ?? null;
};

export const putBannerPosition = async (tx: Tx, id: string, position: number): Promise<void> => {
  await tx.query('UPDATE banner SET position = $2 WHERE id = $1', [id, position]);
};
