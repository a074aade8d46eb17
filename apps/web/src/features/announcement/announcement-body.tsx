import type { Announcement } from '@minerx/contract/announcement';
import { variant } from '@minerx/rules/wire-language';
import { Article } from '@minerx/ui/article';
import { useTexts } from '../../i18n/texts.ts';

/** Picture, date and message; whoever shows it gives it a heading. */
export function AnnouncementBody({ announcement }: { announcement: Announcement }) {
  const { language, format } = useTexts();
  const { announcement_created_date: at, announcement_image: picture } = announcement;
  const html = variant(announcement, 'announcement_message', language);
  return <Article picture={picture} at={at} time={format.dateTime(at)} html={html} />;
}
