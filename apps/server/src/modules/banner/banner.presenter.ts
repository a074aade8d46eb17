import type { Banner, Marquee } from '@minerx/contract/announcement';
import { presentTexts, type LanguageTexts } from '../../base/variants.ts';
import { picturePath } from '../picture/picture.presenter.ts';
import type { BannerRow } from './banner.query.ts';

export const presentBanner = (row: BannerRow): Banner => ({
  id: row.id,
  ...presentTexts('banner_title', row.title, row.titles),
  banner_image: picturePath(row.pictureId),
  banner_link: row.link,
});

export const presentMarquee = ({ base, variants }: LanguageTexts): Marquee =>
  presentTexts('marquee_text', base, variants);
