import { Page } from '../../base/page.tsx';
import { CreateForm } from '../../features/support/create-form.tsx';
import { HistoryLink } from '../../features/support/history-link.tsx';
import { renewTickets } from '../../features/support/ticket.api.ts';
import { useSupportFeed } from '../../feeds/support-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

export function HelpcenterScreen() {
  const { t } = useTexts();
  useSupportFeed(renewTickets);
  return (
    <Page title={t('support.title')} backTo="/profile">
      <HistoryLink />
      <CreateForm />
    </Page>
  );
}
