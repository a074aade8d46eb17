import { formatUnits } from '@minerx/rules/money';
import { walletByName } from '@minerx/rules/wallet';
import { buttonClass } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.ts';

const AOGTD = walletByName('AOGTD');

/** The way to what a fee still lacks, and back to the orders. */
export function TopUpFee({ missing }: { missing: bigint }) {
  const { t } = useTexts();
  return (
    <Link
      to="/asset/spot/swap"
      search={{ to: AOGTD.id, get: formatUnits(missing), back: '/order' }}
      className={buttonClass({ variant: 'secondary', size: 'medium', full: true })}
    >
      {t('miner.topUp', { wallet: AOGTD.name })}
    </Link>
  );
}
