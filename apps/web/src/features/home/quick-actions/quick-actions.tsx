import { useUi } from '@minerx/ui/ui-context';
import { Gem, Gift, ListChecks, Ticket } from 'lucide-react';
import type { TextKey } from '../../../i18n/keys.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './quick-actions.module.css';

const actions = [
  { to: '/order', text: 'home.orders', Icon: ListChecks },
  { to: '/duitraya', text: 'home.blessings', Icon: Gift },
  { to: '/home/nft', text: 'home.nft', Icon: Gem },
  { to: '/miner/redeem', text: 'home.redeem', Icon: Ticket },
] as const satisfies readonly { to: string; text: TextKey; Icon: unknown }[];

/** The four ways from home that have no place in the bottom bar. The same four stand in the shell (build/early-shell.html). */
export function QuickActions() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <div className={styles.actions}>
      {actions.map(({ to, text, Icon }) => (
        <Link key={to} to={to} className={styles.action}>
          <span className={styles.icon}>
            <Icon size={22} aria-hidden="true" />
          </span>
          {t(text)}
        </Link>
      ))}
    </div>
  );
}
