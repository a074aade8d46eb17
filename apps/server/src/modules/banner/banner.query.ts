import type { Pool } from 'pg';
import type { LanguageTexts } from '../../variants.ts';

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
export const listBanners = async (pool: Pool): Promise<BannerRow[]> => {
  const { rows } = await pool.query<BannerRow>({
    name: 'banners',
    text: `SELECT id, title, titles, picture_id AS "pictureId", link, position
             FROM banner WHERE withdrawn_at IS NULL ORDER BY position, id`,
  });
  return rows;
};

/** The line of the home screen; null when there is none. */
export const findMarquee = async (pool: Pool): Promise<LanguageTexts | null> => {
  const { rows } = await pool.query<{ value: LanguageTexts | null }>({
    name: 'marquee',
    text: `SELECT value FROM setting WHERE key = 'marquee'`,
  });
  return rows[0]?.value ?? null;
};
