import { ceilToPrecision } from '@minerx/rules/money';
import { Money } from '@minerx/ui/money';
import { CircleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { wholePrecision, type PurchasePlan, type WalletPart } from './purchase-plan.ts';
import styles from './wallet-parts.module.css';

export interface WalletPartsProps {
  plan: PurchasePlan;
  /** Nothing can be said yet of what is paid. */
  withoutQuantity: boolean;
  /** Takes focus when the main button is pressed with too little in a wallet. */
  ref: RefObject<HTMLDivElement | null>;
}

/** The wallets that pay: what is in each, its part, and what is missing. */
export function WalletParts({ plan, withoutQuantity, ref }: WalletPartsProps) {
  const { t } = useTexts();
  return (
    <section ref={ref} className={styles.wallets} tabIndex={-1} aria-label={t('miner.wallets')}>
      {plan.parts.map((part) => (
        <Part key={part.walletId} part={part} unknown={plan.withoutPrice || withoutQuantity} />
      ))}
      <div aria-live="polite">
        {plan.withoutPrice && <Problem text={t('err_price_stale')} />}
        {!plan.withoutPrice && !withoutQuantity && plan.shortage && (
          <Problem text={t('miner.short.text', { wallet: plan.shortage.name })} />
        )}
      </div>
    </section>
  );
}

function Part({ part, unknown }: { part: WalletPart; unknown: boolean }) {
  const { t, format } = useTexts();
  const short = !unknown && part.missingUnits > 0n;
  return (
    <div className={styles.part} data-short={short || undefined}>
      <h3 className={styles.name}>
        {t('miner.wallet', { name: part.name })}
        <span className={styles.percent}>{format.percent(part.percent / 100)}</span>
      </h3>
      <dl className={styles.lines}>
        <Line label={t('miner.balance')} units={part.balanceUnits} precision={part.precision} name={part.name} />
        <div className={styles.pay}>
          <dt>{t('miner.toPay')}</dt>
          <dd>
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
          </dd>
        </div>
        {short && (
          <div className={styles.missing}>
            <dt>{t('miner.missing')}</dt>
            <dd>
              <Money
                units={ceilToPrecision(part.missingUnits, part.precision)}
                precision={part.precision}
                asset={part.name}
              />
            </dd>
          </div>
        )}
      </dl>
      {part.capped && <p className={styles.note}>{t('miner.rwCapped')}</p>}
    </div>
  );
}

function Line({ label, units, precision, name }: { label: string; units: bigint; precision: number; name: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money units={units} precision={precision} asset={name} />
      </dd>
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p className={styles.problem}>
      <CircleAlert size={16} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
