import { ceilToPrecision, formatUnits } from '@minerx/rules/money';
import { topUpOf, walletById, type WalletId } from '@minerx/rules/wallet';
import { buttonClass } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import type { WayBack } from '../way-back.ts';

interface TopUpProps {
  walletId: WalletId;
  /** So much is wanted. */
  missing?: bigint;
  /** Where it is wanted, to come back to: what was chosen there is kept. */
  back: WayBack;
  /** There is nothing else to do. */
  first?: boolean;
}

/** The way to more of a wallet that has too little, where there is one. */
export function TopUp({ walletId, missing, back, first = false }: TopUpProps) {
  const { t } = useTexts();
  const { name, precision } = walletById(walletId);
  const way = topUpOf(walletId);
  const look = buttonClass({ variant: first ? 'primary' : 'secondary', size: 'medium', full: true });
  const text = t('miner.topUp', { wallet: name });
  if (way === 'deposit')
    return (
      <Link to="/asset/spot/deposit" search={{ back }} className={look}>
        {text}
      </Link>
    );
  if (way === null) return null;
  const get = missing === undefined ? undefined : formatUnits(ceilToPrecision(missing, precision));
  return (
    <Link to="/asset/spot/swap" search={{ to: walletId, get, back }} className={look}>
      {text}
    </Link>
  );
}
