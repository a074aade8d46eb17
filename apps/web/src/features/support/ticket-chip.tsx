import { classes } from '@minerx/ui/classes';
import { CircleDot, Lock } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './support.module.css';

/** Open or closed, in a word and a shape. */
export function TicketChip({ isOpen }: { isOpen: boolean }) {
  const { t } = useTexts();
  const Icon = isOpen ? CircleDot : Lock;
  return (
    <span className={classes(styles.chip, isOpen ? styles.open : styles.closed)}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      {t(isOpen ? 'support.status.open' : 'support.status.closed')}
    </span>
  );
}

/** Something new to read. */
export function UnreadBadge() {
  const { t } = useTexts();
  return <span className={classes(styles.chip, styles.unread)}>{t('support.unread')}</span>;
}
