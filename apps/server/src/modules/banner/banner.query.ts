import type { Db } from '../../db/transaction.ts';

export interface BannerRow {
  id: string;
  title: string;
  titles: Readonly<Record<string, string>>;
  pictureId: string;
  /** Path of a screen of the app. */
  link: string;
  position: number;
}

/** What is shown on the home screen, in order. */
export const listBanners = async (db: Db): Promise<BannerRow[]> => {
  const { rows } = await db.query<BannerRow>({
    name: 'banners',
    text: `SELECT id, title, titles, picture_id AS "pictureId", link, position
             FROM banner WHERE withdrawn_at IS NULL ORDER BY position, id`,
  });
  return rows;
};
