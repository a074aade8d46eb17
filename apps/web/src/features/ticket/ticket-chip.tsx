import { Chip } from '@minerx/ui/chip';
import { CircleDot, Lock } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

/** Open or closed, in a word and a shape. */
export function TicketChip({ isOpen }: { isOpen: boolean }) {
  const { t } = useTexts();
  return (
    <Chip tone={isOpen ? 'gain' : 'plain'} Icon={isOpen ? CircleDot : Lock}>
      {t(isOpen ? 'ticket.status.open' : 'ticket.status.closed')}
    </Chip>
  );
}

/** Something new to read. */
export function UnreadBadge() {
  const { t } = useTexts();
  return <Chip tone="strong">{t('ticket.unread')}</Chip>;
}
