import { byLanguage, type LanguageTexts } from '../../base/variants.ts';
import type { Tx } from '../../db/transaction.ts';

export interface AnnouncementWords {
  title: LanguageTexts;
  /** Sanitised HTML, as members are shown it. */
  message: LanguageTexts;
  /** The message as it was written. */
  written: LanguageTexts;
}

/** In the order of title, titles, message, messages, written. */
const columnsOf = ({ title, message, written }: AnnouncementWords): string[] => [
  title.base,
  JSON.stringify(title.variants),
  message.base,
  JSON.stringify(message.variants),
  JSON.stringify(byLanguage(written)),
];

export const insertAnnouncement = async (
  tx: Tx,
  {
    id,
    pictureId,
    from,
    until,
    popsUp,
    ...words
  }: AnnouncementWords & {
    id: string;
    pictureId: string | null;
    from: Date;
    until: Date | null;
    popsUp: boolean;
  },
): Promise<void> => {
  await tx.query(
    `INSERT INTO announcement (id, title, titles, message, messages, written, picture_id, published_at, ends_at, pops_up)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, ...columnsOf(words), pictureId, from, until, popsUp],
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
  words: AnnouncementWords,
): Promise<Pick<AnnouncementWords, 'title' | 'message'> | null> => {
  const { rows } = await tx.query<Pick<AnnouncementWords, 'title' | 'message'>>(
    `UPDATE announcement a SET title = $2, titles = $3, message = $4, messages = $5, written = $6
       FROM (SELECT * FROM announcement WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE) before
      WHERE a.id = before.id
      RETURNING jsonb_build_object('base', before.title, 'variants', before.titles) AS title,
                jsonb_build_object('base', before.message, 'variants', before.messages) AS message`,
    [id, ...columnsOf(words)],
  );
  return rows[0] ?? null;
};
