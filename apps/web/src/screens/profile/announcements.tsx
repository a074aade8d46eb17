import { pageCount, PAGE_SIZE } from '@minerx/rules/paging';
import { EmptyState } from '@minerx/ui/empty-state';
import { Paginator } from '@minerx/ui/paginator';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { AnnouncementList, AnnouncementListWaiting } from '../../features/announcement/announcement-list.tsx';
import { useAnnouncements } from '../../features/announcement/announcement.api.ts';
import { useTexts } from '../../i18n/texts.ts';
import noNews from '../../base/art/empty-announcements.svg';

/** All announcements, eight a page; the page stands in the address, so that back returns to it. */
export function AnnouncementsScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/_member/profile/announcement' });
  const query = useAnnouncements(page);
  return (
    <Page title={t('announcement.title')} backTo="/profile">
      <Loaded
        query={query}
        skeleton={<AnnouncementListWaiting />}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState art={noNews} />}
      >
        {({ rows, total }) => {
          const pages = pageCount(total, PAGE_SIZE);
          // Withdrawn meanwhile, or typed: the last page stands in for one that is not there.
          if (page > pages) return <Navigate to="/profile/announcement" search={{ page: pages }} replace />;
          return (
            <>
              <AnnouncementList rows={rows} />
              <Paginator
                page={page}
                pages={pages}
                label={t('announcement.pages')}
                previous={t('announcement.previous')}
                next={t('announcement.next')}
                place={t('announcement.page', { page: String(page), count: String(pages) })}
                onPage={(next) => void navigate({ to: '/profile/announcement', search: { page: next } })}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
