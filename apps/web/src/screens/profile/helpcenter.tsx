import { Page } from '../../base/page.tsx';
import { CreateForm } from '../../features/ticket/create-form.tsx';
import { Questions } from '../../features/ticket/questions.tsx';
import { renewTickets } from '../../features/ticket/ticket.api.ts';
import { TicketsRow } from '../../features/ticket/ticket-rows.tsx';
import { useTicketFeed } from '../../feeds/ticket-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

export function HelpcenterScreen() {
  const { t } = useTexts();
  useTicketFeed(renewTickets);
  return (
    <Page title={t('ticket.title')} backTo="/profile">
      <TicketsRow />
      <Questions />
      <CreateForm />
    </Page>
  );
}
