import { Skeleton } from '@minerx/ui/skeleton';
import { Navigate, useParams } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { isMissing } from '../../base/refusal.ts';
import { AnnouncementBody } from '../../features/announcement/announcement-body.tsx';
import { useAnnouncement } from '../../features/announcement/announcement.api.ts';
import styles from '../../features/announcement/announcement.module.css';
import { variant } from '@minerx/rules/wire-language';
import { useTexts } from '../../i18n/texts.ts';

export function AnnouncementScreen() {
  const { t, language } = useTexts();
  const { id } = useParams({ from: '/_member/profile/announcement/$id' });
  const query = useAnnouncement(id);
  if (isMissing(query.error)) return <Navigate to="/" replace />;
  return (
    <Page title={t('announcement.one')} backTo="/profile/announcement">
      <Loaded query={query} skeleton={<Waiting />}>
        {(announcement) => (
          <article className="stack-3">
            <h2 className={styles.heading}>{variant(announcement, 'announcement_title', language)}</h2>
            <AnnouncementBody announcement={announcement} />
          </article>
        )}
      </Loaded>
    </Page>
  );
}

function Waiting() {
  return (
    <div className="stack-3">
      <Skeleton width="80%" height="1.75rem" />
      <Skeleton height="12rem" />
      <Skeleton width="8rem" />
      <Skeleton height="6rem" />
    </div>
  );
}
