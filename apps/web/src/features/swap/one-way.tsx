import type { SwapPair } from '@minerx/rules/swap';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { Notice } from '@minerx/ui/notice';
import { useTexts } from '../../i18n/texts.ts';

interface OneWayProps {
  from: WalletId;
  to: WalletId;
  pairs: readonly SwapPair[];
}

/** Says that there is no way back, where no pair leads back. */
export function OneWay({ from, to, pairs }: OneWayProps) {
  const { t } = useTexts();
  if (pairs.some((back) => back.from === to && back.to === from)) return null;
  return <Notice>{t('swap.oneWay', { to: walletById(to).name, from: walletById(from).name })}</Notice>;
}
