import type { LanguageTexts } from '../../base/variants.ts';
import type { Tx } from '../../db/transaction.ts';

export const insertAnnouncement = async (
  tx: Tx,
  {
    id,
    title,
    message,
    pictureId,
    at,
  }: { id: string; title: LanguageTexts; message: LanguageTexts; pictureId: string | null; at: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO announcement (id, title, titles, message, messages, picture_id, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, title.base, JSON.stringify(title.variants), message.base, JSON.stringify(message.variants), pictureId, at],
  );
};

/** Takes one from sight; gives its title, or null when none is shown. */
export const markAnnouncementWithdrawn = async (tx: Tx, id: string, at: Date): Promise<string | null> => {
  const { rows } = await tx.query<{ title: string }>(
    'UPDATE announcement SET withdrawn_at = $2 WHERE id = $1 AND withdrawn_at IS NULL RETURNING title',
    [id, at],
  );
  return rows[0]?.title ?? null;
};
