import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { MessagesSquare } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { UnreadBadge } from './ticket-chip.tsx';
import { useHasUnread } from './unread.ts';

/** The way to the tickets, with a badge when support has written. */
export function HistoryLink() {
  const { t } = useTexts();
  const hasUnread = useHasUnread();
  return (
    <Card flush>
      <Row
        to="/profile/helpcenter/history"
        icon={<MessagesSquare size={20} aria-hidden="true" />}
        title={t('ticket.history')}
        detail={hasUnread ? <UnreadBadge /> : t('ticket.history.detail')}
      />
    </Card>
  );
}
