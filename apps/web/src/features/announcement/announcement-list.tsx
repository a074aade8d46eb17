import type { Announcement } from '@minerx/contract/announcement';
import { Card } from '@minerx/ui/card';
import { useUi } from '@minerx/ui/ui-context';
import { Skeleton } from '@minerx/ui/skeleton';
import { ChevronRight, Megaphone } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './announcement.module.css';
import { variant } from '@minerx/rules/wire-language';

/** One page of announcements; each line leads to the whole of it. */
export function AnnouncementList({ rows }: { rows: readonly Announcement[] }) {
  const { language, format } = useTexts();
  const { Link } = useUi();
  return (
    <Card flush>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/profile/announcement/${row.id}`} className={styles.line}>
              <Thumb image={row.announcement_image} />
              <span className="stack-1 grow">
                <span className={styles.title}>{variant(row, 'announcement_title', language)}</span>
                <time className="soft" dateTime={row.announcement_created_date}>
                  {format.date(row.announcement_created_date)}
                </time>
              </span>
              <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Thumb({ image }: { image: string | null }) {
  return (
    <span className={styles.thumb}>
      {image === null ? (
        <Megaphone size={22} aria-hidden="true" />
      ) : (
        <img src={image} alt="" width="96" height="54" loading="lazy" />
      )}
    </span>
  );
}

/** The shape of a page that is on its way. */
export function AnnouncementListWaiting() {
  return (
    <Card flush>
      {Array.from({ length: 4 }, (_, place) => (
        <div key={place} className={styles.line}>
          <span className={styles.thumb} />
          <span className="stack-1 grow">
            <Skeleton width="80%" height="1.25rem" />
            <Skeleton width="6rem" height="1rem" />
          </span>
        </div>
      ))}
    </Card>
  );
}
