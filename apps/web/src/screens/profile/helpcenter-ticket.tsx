import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { isMissing } from '../../base/refusal.ts';
import { Chat, ChatWaiting } from '../../features/ticket/chat.tsx';
import { Composer } from '../../features/ticket/composer.tsx';
import { isSending, useOutbox } from '../../features/ticket/outbox.ts';
import { RefreshButton } from '../../features/ticket/refresh-button.tsx';
import { renewTickets, useConversation } from '../../features/ticket/ticket.api.ts';
import { useTicketFeed } from '../../feeds/ticket-feed.ts';
import { useTexts } from '../../i18n/texts.ts';

/** News is asked for at once, but not while an own message is on its way: the answer would show it twice. */
function useNews(id: string): void {
  const waiting = useRef(false);
  const sending = useOutbox(id).some(({ state }) => state === 'sending');
  useTicketFeed((ticketId) => {
    if (isSending(id)) waiting.current = true;
    else renewTickets(ticketId);
  });
  useEffect(() => {
    if (sending || !waiting.current) return;
    waiting.current = false;
    renewTickets(id);
  }, [id, sending]);
}

export function HelpcenterTicketScreen() {
  const { t } = useTexts();
  const { id } = useParams({ from: '/_member/profile/helpcenter/history/$id' });
  const conversation = useConversation(id);
  useNews(id);
  if (isMissing(conversation.error)) return <Navigate to="/profile/helpcenter/history" replace />;
  return (
    <Page
      title={t('ticket.chat')}
      backTo="/profile/helpcenter/history"
      action={<RefreshButton busy={conversation.isFetching} onRefresh={() => void conversation.refetch()} />}
      bar={conversation.data && <Composer key={id} ticketId={id} isOpen={conversation.data.ticket.isOpen} />}
    >
      <Loaded query={conversation} skeleton={<ChatWaiting />}>
        {(shown) => <Chat key={id} {...shown} />}
      </Loaded>
    </Page>
  );
}
