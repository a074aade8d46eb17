import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Link } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Paged, usePage } from '../../base/parts/paged.tsx';
import { AnnouncementList, AnnouncementListWaiting } from '../../features/announcement/announcement-list.tsx';
import { useAnnouncements } from '../../features/announcement/announcement.api.ts';
import { useTexts } from '../../i18n/texts.ts';
import noNews from '../../base/art/empty-announcements.svg';

/** All announcements, eight a page; the page stands in the address, so that back returns to it. */
export function AnnouncementsScreen() {
  const { t } = useTexts();
  const query = useAnnouncements(usePage());
  const onward = (
    <Link to="/profile/notification/settings" className={buttonClass({ size: 'medium', variant: 'secondary' })}>
      {t('common.title.noticeSettings')}
    </Link>
  );
  return (
    <Page title={t('announcement.title')} backTo="/profile">
      <Paged
        query={query}
        label={t('announcement.pages')}
        skeleton={<AnnouncementListWaiting />}
        onward={onward}
        empty={<EmptyState art={noNews} hint={t('announcement.profile.detail')} action={onward} />}
      >
        {(rows) => <AnnouncementList rows={rows} />}
      </Paged>
    </Page>
  );
}
