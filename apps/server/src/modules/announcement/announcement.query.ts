import { LIST_ROWS } from '@minerx/contract/operator/list';
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

/** As operators see it, whether it is shown or not. */
export interface PlannedAnnouncement extends AnnouncementRow {
  /** Null: without end. */
  endsAt: Date | null;
  popsUp: boolean;
  withdrawnAt: Date | null;
  /** The message by language as it was written; null of those published before that was kept. */
  written: Readonly<Record<string, string>> | null;
}

const COLUMNS = 'id, title, titles, message, messages, picture_id AS "pictureId", published_at AS "publishedAt"';
const PLANNED = `${COLUMNS}, ends_at AS "endsAt", pops_up AS "popsUp", withdrawn_at AS "withdrawnAt", written`;
/** At the moment of the first value. */
const SHOWN = 'withdrawn_at IS NULL AND published_at <= $1 AND (ends_at IS NULL OR ends_at > $1)';

/** One page of what is shown now, newest first, and how many there are. */
export const listAnnouncements = async (
  db: Db,
  { page, pageSize, now }: { page: number; pageSize: number; now: Date },
): Promise<{ rows: AnnouncementRow[]; total: number }> => {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcements',
    text: `SELECT ${COLUMNS} FROM announcement WHERE ${SHOWN}
            ORDER BY published_at DESC, id DESC LIMIT $2 OFFSET $3`,
    values: [now, pageSize, pageOffset(page, pageSize)],
  });
  const counted = await db.query<{ total: number }>({
    name: 'announcements_count',
    text: `SELECT count(*)::integer AS total FROM announcement WHERE ${SHOWN}`,
    values: [now],
  });
  return { rows, total: counted.rows[0]!.total };
};

/** What comes up over the app: the newest one that is shown and to do so. */
export const findPopup = async (db: Db, now: Date): Promise<AnnouncementRow | null> => {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcement_popup',
    text: `SELECT ${COLUMNS} FROM announcement WHERE ${SHOWN} AND pops_up ORDER BY published_at DESC, id DESC LIMIT 1`,
    values: [now],
  });
  return rows[0] ?? null;
};

export const findAnnouncement = async (db: Db, id: string, now: Date): Promise<AnnouncementRow | null> => {
  const { rows } = await db.query<AnnouncementRow>({
    name: 'announcement',
    text: `SELECT ${COLUMNS} FROM announcement WHERE ${SHOWN} AND id = $2`,
    values: [now, id],
  });
  return rows[0] ?? null;
};

/** One of everything that was ever published, for operators. */
export const findPlannedAnnouncement = async (db: Db, id: string): Promise<PlannedAnnouncement | null> => {
  const { rows } = await db.query<PlannedAnnouncement>(`SELECT ${PLANNED} FROM announcement WHERE id = $1`, [id]);
  return rows[0] ?? null;
};

/** Everything that was ever published, the last written first, for operators: a page, and one row more where another follows. */
export const listAllAnnouncements = async (db: Db, after?: string): Promise<PlannedAnnouncement[]> => {
  const { rows } = await db.query<PlannedAnnouncement>(
    `SELECT ${PLANNED} FROM announcement WHERE id < $1 ORDER BY id DESC LIMIT $2`,
    [after ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff', LIST_ROWS + 1],
  );
  return rows;
};
