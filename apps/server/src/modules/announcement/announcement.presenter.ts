import type { Announcement } from '@minerx/contract/announcement';
import { presentTexts } from '../../variants.ts';
import { picturePath } from '../picture/picture.presenter.ts';
import type { AnnouncementRow } from './announcement.query.ts';

export const presentAnnouncement = (row: AnnouncementRow): Announcement => ({
  id: row.id,
  ...presentTexts('announcement_title', row.title, row.titles),
  ...presentTexts('announcement_message', row.message, row.messages),
  announcement_image: row.pictureId === null ? null : picturePath(row.pictureId),
  announcement_created_date: row.publishedAt.toISOString(),
});
