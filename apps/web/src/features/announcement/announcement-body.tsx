import type { Announcement } from '@minerx/contract/announcement';
import { SafeHtml } from '../../base/parts/safe-html.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './announcement.module.css';
import { variant } from '@minerx/rules/wire-language';

/** Picture, date and message; whoever shows it gives it a heading. */
export function AnnouncementBody({ announcement }: { announcement: Announcement }) {
  const { language, format } = useTexts();
  const { announcement_created_date: created, announcement_image: image } = announcement;
  return (
    <div className="stack-3">
      {image !== null && <img className={styles.picture} src={image} alt="" width="1248" height="702" />}
      <time className="soft" dateTime={created}>
        {format.dateTime(created)}
      </time>
      <SafeHtml html={variant(announcement, 'announcement_message', language)} />
    </div>
  );
}
