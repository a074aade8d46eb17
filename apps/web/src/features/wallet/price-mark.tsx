import { PRICE_AGE_LIMIT_MS, WALLET } from '@minerx/rules/wallet';
import { SourceBadge } from '@minerx/ui/source-badge';
import { AgeBadge } from '../../base/parts/age-badge.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { WalletLine } from './balances.ts';

/** What is to be known of a price at once: that it is not believed or simulated, and how old that of the market is. */
export function PriceMark({ line: { id, doubted, simulated, priceAt } }: { line: WalletLine }) {
  const { t } = useTexts();
  if (doubted) return <SourceBadge kind="doubted" word={t('market.doubted')} />;
  if (simulated) return <SourceBadge kind="simulated" />;
  return id === WALLET.BTC && priceAt !== null && <AgeBadge at={priceAt} freshMs={PRICE_AGE_LIMIT_MS} />;
}
