import type { LanguageTexts } from '../../base/variants.ts';
import type { Tx } from '../../db/transaction.ts';

export const insertAnnouncement = async (
  tx: Tx,
  {
    id,
    title,
    message,
    pictureId,
    from,
    until,
    popsUp,
  }: {
    id: string;
    title: LanguageTexts;
    message: LanguageTexts;
    pictureId: string | null;
    from: Date;
    until: Date | null;
    popsUp: boolean;
  },
): Promise<void> => {
  await tx.query(
    `INSERT INTO announcement (id, title, titles, message, messages, picture_id, published_at, ends_at, pops_up)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      title.base,
      JSON.stringify(title.variants),
      message.base,
      JSON.stringify(message.variants),
      pictureId,
      from,
      until,
      popsUp,
    ],
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

/** Writes other words into one that is not withdrawn; gives those before, or null when there is none. */
export const writeAnnouncement = async (
  tx: Tx,
  id: string,
  { title, message }: { title: LanguageTexts; message: LanguageTexts },
): Promise<{ title: LanguageTexts; message: LanguageTexts } | null> => {
  const { rows } = await tx.query<{ title: LanguageTexts; message: LanguageTexts }>(
    `UPDATE announcement a SET title = $2, titles = $3, message = $4, messages = $5
       FROM (SELECT * FROM announcement WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE) before
      WHERE a.id = before.id
      RETURNING jsonb_build_object('base', before.title, 'variants', before.titles) AS title,
                jsonb_build_object('base', before.message, 'variants', before.messages) AS message`,
    [id, title.base, JSON.stringify(title.variants), message.base, JSON.stringify(message.variants)],
  );
  return rows[0] ?? null;
};
