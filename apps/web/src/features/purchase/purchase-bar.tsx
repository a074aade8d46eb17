import { Link } from '@tanstack/react-router';
import { MAX_QUANTITY, MIN_QUANTITY } from '@minerx/rules/miner-package';
import { Button, buttonClass } from '@minerx/ui/button';
import { classes } from '@minerx/ui/classes';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { useTexts } from '../../i18n/texts.ts';
import { FORM_ID } from './purchase-form.tsx';
import { isRestricted } from './purchase-plan.ts';
import type { Purchase } from './use-purchase.ts';
import styles from './purchase-bar.module.css';

interface PurchaseBarProps {
  purchase: Purchase;
  /** Orders that wait for stock already. */
  ahead: number;
}

/** The total and the one main button, within reach of the thumb; and that one would wait, before anything is typed. */
export function PurchaseBar({ purchase, ahead }: PurchaseBarProps) {
  const { t, format } = useTexts();
  const { plan, offer, kept, quantity, waits } = purchase;
  const byVoucher = kept === null && offer?.isVoucher === true;
  // A voucher's machine has a price, which nobody pays.
  const total = kept ? BigInt(kept.input.totalUsdt) : byVoucher ? 0n : plan?.totalUsdt;
  const unknown = !kept && quantity === null && !byVoucher;
  return (
    <section className={classes('line-4 apart wraps', styles.bar)} aria-label={t('miner.totalAmount')}>
      {!kept && waits > 0 && (
        <p className={styles.waits}>
          <strong>{t('miner.waiting')}</strong> · {t('miner.waiting.place', { place: format.number(ahead + 1) })}
        </p>
      )}
      <div className={styles.total}>
        <span className={styles.label}>{t('miner.totalAmount')}</span>
        {unknown ? (
          <span>–</span>
        ) : total === undefined ? (
          <Skeleton width="8rem" height="1.625rem" />
        ) : (
          <Money units={total} precision={2} asset="USDT" size="large" hideable={false} />
        )}
      </div>
      <div className={styles.action}>
        {byVoucher ? (
          <Link to="/miner/redeem" className={buttonClass({ full: true })}>
            {t('miner.redeemLink')}
          </Link>
        ) : (
          <SubscribeButton purchase={purchase} />
        )}
      </div>
    </section>
  );
}

function SubscribeButton({ purchase }: { purchase: Purchase }) {
  const { t } = useTexts();
  const { plan, kept, busy, step, quantity, offer, member } = purchase;
  const closed = kept === null && offer !== undefined && member !== undefined && isRestricted(offer, member);
  const waits = plan === null && kept === null;
  const short = kept === null ? (plan?.shortage ?? null) : null;
  const wrong = kept === null && plan !== null && quantity === null;
  const text = kept
    ? t('miner.ask')
    : closed
      ? t('miner.restricted.button')
      : wrong
        ? t('miner.quantity.button', { min: MIN_QUANTITY, max: MAX_QUANTITY })
        : short
          ? t('miner.short', { wallet: short.name })
          : t('miner.subscribe');
  return (
    <Button
      full
      sends
      type={waits ? 'button' : 'submit'}
      form={FORM_ID}
      variant={short || wrong || closed ? 'secondary' : 'primary'}
      aria-disabled={waits || undefined}
      busy={busy && step === null}
    >
      {text}
    </Button>
  );
}
