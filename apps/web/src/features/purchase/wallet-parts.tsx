import { ceilToPrecision } from '@minerx/rules/money';
import { Fact, Facts } from '@minerx/ui/facts';
import { FieldError } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import type { RefObject } from 'react';
import { TopUp } from '../../base/parts/top-up.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { wholePrecision, type PurchasePlan, type WalletPart } from './purchase-plan.ts';
import styles from './wallet-parts.module.css';

interface WalletPartsProps {
  plan: PurchasePlan;
  /** Nothing can be said yet of what is paid. */
  withoutQuantity: boolean;
  /** No other way to pay, of which one may have enough. */
  isOnlyWay: boolean;
  /** The page, to come back to after a top-up: what was chosen is kept. */
  back: '/miner/purchase' | '/miner/purchase2';
  /** Takes focus when the main button is pressed with too little in a wallet. */
  ref: RefObject<HTMLDivElement | null>;
}

/** The wallets that pay: what is in each, its part, and what is missing. */
export function WalletParts({ plan, withoutQuantity, isOnlyWay, back, ref }: WalletPartsProps) {
  const { t } = useTexts();
  return (
    <section ref={ref} className={styles.wallets} tabIndex={-1} aria-label={t('miner.wallets')}>
      {plan.parts.map((part) => (
        <Part key={part.walletId} part={part} unknown={plan.withoutPrice || withoutQuantity} back={back} />
      ))}
      <div aria-live="polite">
        {plan.withoutPrice && <FieldError>{t('err_price_stale')}</FieldError>}
        {!plan.withoutPrice && !withoutQuantity && plan.shortage && (
          <p className={styles.note}>
            {t(isOnlyWay ? 'miner.short.only' : 'miner.short.text', { wallet: plan.shortage.name })}
          </p>
        )}
      </div>
    </section>
  );
}

function Part({ part, unknown, back }: { part: WalletPart; unknown: boolean; back: WalletPartsProps['back'] }) {
  const { t, format } = useTexts();
  const short = !unknown && part.missingUnits > 0n;
  return (
    <div className={styles.part} data-short={short || undefined}>
      <h3 className={styles.name}>
        {t('miner.wallet', { name: part.name })}
        <span className={styles.percent}>{format.percent(part.percent / 100)}</span>
      </h3>
      <Facts quiet className={styles.lines}>
        <Fact label={t('miner.balance')}>
          <Money units={part.balanceUnits} precision={part.precision} asset={part.name} />
        </Fact>
        <Fact label={t('miner.toPay')} strong>
          {unknown ? (
            '–'
          ) : (
            <Money
              units={part.payUnits}
              precision={wholePrecision(part.payUnits, part.precision)}
              asset={part.name}
              hideable={false}
            />
          )}
        </Fact>
        {short && (
          <Fact label={t('miner.missing')} className={styles.missing}>
            <Money
              units={ceilToPrecision(part.missingUnits, part.precision)}
              precision={part.precision}
              asset={part.name}
            />
          </Fact>
        )}
      </Facts>
      {short && <TopUp walletId={part.walletId} missing={part.missingUnits} back={back} />}
      {part.capped && <p className={styles.note}>{t('miner.rwCapped')}</p>}
    </div>
  );
}
