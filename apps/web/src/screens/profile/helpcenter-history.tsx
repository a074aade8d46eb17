import { Page } from '../../base/page.tsx';
import { TicketList } from '../../features/ticket/ticket-list.tsx';
import { renewTickets } from '../../features/ticket/ticket.api.ts';
import { useTicketFeed } from '../../feeds/ticket-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

export function HelpcenterHistoryScreen() {
  const { t } = useTexts();
  useTicketFeed(renewTickets);
  return (
    <Page title={t('ticket.history')} backTo="/profile/helpcenter">
      <TicketList />
    </Page>
  );
}
