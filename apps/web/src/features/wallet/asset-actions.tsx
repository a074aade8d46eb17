import { Shortcuts } from '@minerx/ui/shortcuts';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, History, Send } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

/** What can be done with the wallets. */
export function AssetActions() {
  const { t } = useTexts();
  return (
    <nav aria-label={t('wallet.actions')}>
      <Shortcuts
        shortcuts={[
          { to: '/asset/spot/transaction/all', text: t('wallet.history'), Icon: History },
          { to: '/asset/spot/deposit', text: t('wallet.deposit'), Icon: ArrowDownToLine },
          { to: '/asset/spot/withdraw', text: t('wallet.withdraw'), Icon: ArrowUpFromLine },
          { to: '/asset/spot/transfer', text: t('wallet.transfer'), Icon: Send },
          { to: '/asset/spot/swap', text: t('wallet.swap'), Icon: ArrowLeftRight },
        ]}
      />
    </nav>
  );
}
