import { Card } from '@minerx/ui/card';
import { useTexts } from '../../i18n/texts.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { TopUp } from '../parts/top-up.tsx';
import type { WayBack } from '../way-back.ts';

interface EmptyWalletProps {
  wallet: Pick<OwnWallet, 'id' | 'name'>;
  back: WayBack;
}

/** Before a form that can only fail: nothing is in the wallet it takes from, and there the way to more is. */
export function EmptyWallet({ wallet, back }: EmptyWalletProps) {
  const { t } = useTexts();
  return (
    <Card className="stack-3">
      <p>{t('transaction.wallet.empty', { wallet: wallet.name })}</p>
      <TopUp walletId={wallet.id} back={back} first />
    </Card>
  );
}
