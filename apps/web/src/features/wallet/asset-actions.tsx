import { useUi } from '@minerx/ui/ui-context';
import { useRouter } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, History, Send } from 'lucide-react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';

const ACTIONS = [
  { to: '/asset/spot/transaction/all', text: 'wallet.history', Icon: History },
  { to: '/asset/spot/deposit', text: 'wallet.deposit', Icon: ArrowDownToLine },
  { to: '/asset/spot/withdraw', text: 'wallet.withdraw', Icon: ArrowUpFromLine },
  { to: '/asset/spot/transfer', text: 'wallet.transfer', Icon: Send },
  { to: '/asset/spot/swap', text: 'wallet.swap', Icon: ArrowLeftRight },
] as const satisfies readonly { to: string; text: TextKey; Icon: unknown }[];

/** What can be done with the wallets: every way that this build has. */
export function AssetActions() {
  const { t } = useTexts();
  const { Link } = useUi();
  const { routesByPath } = useRouter();
  const known = (to: string): boolean => Object.hasOwn(routesByPath, to) || to.startsWith('/asset/spot/transaction/');
  return (
    <nav className={styles.actions} aria-label={t('wallet.actions')}>
      {ACTIONS.filter(({ to }) => known(to)).map(({ to, text, Icon }) => (
        <Link key={to} to={to} className={styles.action}>
          <span className={styles.icon}>
            <Icon size={22} aria-hidden="true" />
          </span>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
