import { Skeleton } from '@minerx/ui/skeleton';
import { Navigate, useParams } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { isMissing } from '../../base/refusal.ts';
import { useOpened } from '../../features/member/notice/notice.api.ts';
import { useTexts } from '../../i18n/texts.ts';

/** Leads on to what a notice is about, wherever it was opened: in the list, in a mail, on the device. */
export function NoticeScreen() {
  const { t } = useTexts();
  const { id } = useParams({ from: '/_member/profile/notification/$id' });
  const query = useOpened(id);
  if (isMissing(query.error)) return <Navigate to="/profile/notification" replace />;
  return (
    <Page title={t('common.title.notices')} backTo="/profile/notification">
      <Loaded query={query} skeleton={<Skeleton height="12rem" />}>
        {(path) => <Navigate to={path as '/'} replace />}
      </Loaded>
    </Page>
  );
}
