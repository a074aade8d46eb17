import { Page } from '../../base/page.tsx';
import { CreateForm } from '../../features/ticket/create-form.tsx';
import { HistoryLink } from '../../features/ticket/history-link.tsx';
import { renewTickets } from '../../features/ticket/ticket.api.ts';
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
