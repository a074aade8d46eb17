import { useUi } from '@minerx/ui/ui-context';
import { History } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './history-link.module.css';

/** The way to the withdrawals, at the right of the header. */
export function HistoryLink() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Link to="/profile/nft/history" className={styles.link} aria-label={t('nft.history')}>
      <History size={22} aria-hidden="true" />
    </Link>
  );
}
