import type { Db } from '../../db/transaction.ts';

export interface BannerRow {
  id: string;
  title: string;
  titles: Readonly<Record<string, string>>;
  pictureId: string;
  /** Path of a screen of the app. */
  link: string;
  position: number;
  withdrawnAt: Date | null;
}

const COLUMNS = 'id, title, titles, picture_id AS "pictureId", link, position, withdrawn_at AS "withdrawnAt"';

/** What is shown on the home screen, in order. */
export const listBanners = async (db: Db): Promise<BannerRow[]> => {
  const { rows } = await db.query<BannerRow>({
    name: 'banners',
    text: `SELECT ${COLUMNS} FROM banner WHERE withdrawn_at IS NULL ORDER BY position, id`,
  });
  return rows;
};

/** Whether it is shown or not, for operators. */
export const findAnyBanner = async (db: Db, id: string): Promise<BannerRow | null> => {
  const { rows } = await db.query<BannerRow>(`SELECT ${COLUMNS} FROM banner WHERE id = $1`, [id]);
  return rows[0] ?? null;
};
