import { Page } from '../../base/page.tsx';
import { TicketList } from '../../features/ticket/ticket-list.tsx';
import { renewTickets } from '../../features/ticket/ticket.api.ts';
import { useSupportFeed } from '../../feeds/support-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

export function HelpcenterHistoryScreen() {
  const { t } = useTexts();
  useSupportFeed(renewTickets);
  return (
    <Page title={t('support.history')} backTo="/profile/helpcenter">
      <TicketList />
    </Page>
  );
}
