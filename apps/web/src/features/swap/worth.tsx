import { UNIT } from '@minerx/rules/money';
import { isIssuedByUs, usdValue, type WalletId } from '@minerx/rules/wallet';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useTexts } from '../../i18n/texts.ts';

interface WorthProps {
  id: WalletId;
  units: bigint;
  priceUnits: bigint;
}

/** About how many dollars it is, and whether that is by a price of ours; nothing where one is a dollar, or no price is known. */
export function Worth({ id, units, priceUnits }: WorthProps) {
  const { t } = useTexts();
  if (priceUnits === 0n || priceUnits === UNIT) return null;
  return (
    <span className="line-2 wraps">
      <Money units={usdValue(id, units, priceUnits)} precision={2} prefix="≈ $" hideable={false} />
      {isIssuedByUs(id) && <SourceBadge kind="own" word={t('wallet.setByUs')} />}
    </span>
  );
}
