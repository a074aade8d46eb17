import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useUi } from '@minerx/ui/ui-context';
import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Mark } from '../../base/brand/logo.tsx';
import { toggleHideAmounts, useHideAmounts } from '../../base/storage/preferences.ts';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useWallets } from './wallet.api.ts';
import styles from './wallet.module.css';

interface TotalAssetProps {
  /** Where the wallets stand that the total is made of; not on their own screen. */
  to?: string;
  /** On their own screen: what it is made of, and what it leaves out. */
  beside?: ReactNode;
}

/** The total in dollars with the toggle that hides every amount of the app. */
export function TotalAsset({ to, beside }: TotalAssetProps) {
  const { Link } = useUi();
  const { t } = useTexts();
  const hidden = useHideAmounts();
  const wallets = useWallets();
  return (
    <Card className={styles.total}>
      <span className={styles.mark}>
        <Mark size={168} />
      </span>
      <div className={styles.totalHead}>
        <h2 className={styles.totalTitle}>{t('wallet.total')}</h2>
        <IconButton
          label={hidden ? t('common.showAmounts') : t('common.hideAmounts')}
          aria-pressed={hidden}
          icon={hidden ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          onClick={toggleHideAmounts}
        />
      </div>
      <Loaded
        compact
        query={wallets}
        instead={to ? undefined : <p className={styles.unknown}>–</p>}
        skeleton={<Skeleton width="12rem" height={to ? '4.25rem' : '5.5rem'} />}
      >
        {({ totalUsdUnits, oursUsdUnits, simulated }) => (
          <>
            <div className={styles.totalFigure}>
              {to ? (
                <Link to={to} className={styles.totalLink}>
                  <Money units={totalUsdUnits} precision={2} prefix="$" size="figure" />
                  <span className="unseen">{t('wallet.list')}</span>
                  <ChevronRight className={styles.open} size={20} aria-hidden="true" />
                </Link>
              ) : (
                <Money units={totalUsdUnits} precision={2} prefix="$" size="figure" />
              )}
              {simulated && <SourceBadge kind="simulated" />}
            </div>
            {beside ?? (
              <p className={styles.ours}>
                {oursUsdUnits > 0n && (
                  <>
                    {t('wallet.total.ours')}
                    <Money units={oursUsdUnits} precision={2} prefix="$" />
                  </>
                )}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
