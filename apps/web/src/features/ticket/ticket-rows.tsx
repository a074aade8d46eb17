import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, MessagesSquare } from 'lucide-react';
import { memberQuery } from '../../base/member.ts';
import { useTexts } from '../../i18n/texts.ts';
import { UnreadBadge } from './ticket-chip.tsx';

/** Whether support has written since the member last looked. */
const useHasUnread = (): boolean => useQuery(memberQuery).data?.helpcenter ?? false;

/** The help center in the profile's list of places, with a badge when support has written. */
export function HelpRow() {
  const { t } = useTexts();
  const hasUnread = useHasUnread();
  return (
    <Row
      to="/profile/helpcenter"
      icon={<LifeBuoy size={20} aria-hidden="true" />}
      title={t('ticket.title')}
      detail={hasUnread ? <UnreadBadge /> : t('ticket.profile.detail')}
    />
  );
}

/** The way from there to the tickets, with the same badge. */
export function TicketsRow() {
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
