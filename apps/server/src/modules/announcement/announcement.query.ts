import { pageOffset } from '@minerx/rules/paging';
import type { Db } from '../../db/transaction.ts';

/** An announcement as members see it. The variants by language code. */
export interface AnnouncementRow {
  id: string;
  title: string;
  titles: Readonly<Record<string, string>>;
  message: string;
  messages: Readonly<Record<string, string>>;
  pictureId: string | null;
  publishedAt: Date;
}

const COLUMNS = 'id, title, titles, message, messages, picture_id AS "pictureId", published_at AS "publishedAt"';

/** One page of what is published, newest first, and how many there are. */
export const listAnnouncements = async (
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: AnnouncementRow[]; total: number }> => {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcements',
    text: `SELECT ${COLUMNS} FROM announcement WHERE withdrawn_at IS NULL
            ORDER BY published_at DESC, id DESC LIMIT $1 OFFSET $2`,
    values: [pageSize, pageOffset(page, pageSize)],
  });
  const counted = await db.query<{ total: number }>({
    name: 'announcements_count',
    text: 'SELECT count(*)::integer AS total FROM announcement WHERE withdrawn_at IS NULL',
  });
  return { rows, total: counted.rows[0]!.total };
};

/** The newest one that is published. */
export const findLatestAnnouncement = async (db: Db): Promise<AnnouncementRow | null> =>
  (await listAnnouncements(db, { page: 1, pageSize: 1 })).rows[0] ?? null;

export const findAnnouncement = async (db: Db, id: string): Promise<AnnouncementRow | null> => {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcement',
    text: `SELECT ${COLUMNS} FROM announcement WHERE id = $1 AND withdrawn_at IS NULL`,
    values: [id],
  });
  return rows[0] ?? null;
};

/** Everything that was ever published, newest first, for operators. */
export const listAllAnnouncements = async (
  db: Db,
): Promise<{ id: string; title: string; languages: string[]; publishedAt: Date; withdrawnAt: Date | null }[]> => {
  const { rows } = await db.query(
    `SELECT id, title, ARRAY(SELECT jsonb_object_keys(messages) ORDER BY 1) AS languages,
            published_at AS "publishedAt", withdrawn_at AS "withdrawnAt"
       FROM announcement ORDER BY published_at DESC, id DESC`,
  );
  return rows;
};
