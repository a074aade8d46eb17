import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { CloudOff } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { FORM_ID, PinCard } from './purchase-form.tsx';
import type { Purchase } from './use-purchase.ts';
import styles from './unanswered.module.css';

/** In place of the form while nobody knows what became of a purchase: it is asked again under its key, so it counts once. */
export function Unanswered({ purchase }: { purchase: Purchase }) {
  const { t } = useTexts();
  const { kept } = purchase;
  if (kept === null) return null;
  const { input } = kept;
  return (
    <form
      id={FORM_ID}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        purchase.subscribe();
      }}
    >
      <Card className={styles.card} role="alert">
        <span className={styles.icon}>
          <CloudOff size={24} aria-hidden="true" />
        </span>
        <h2>{t('miner.lost')}</h2>
        <p>{t('miner.lost.text')}</p>
        <p className={styles.what}>
          {t('miner.review.units', { count: input.quantity, name: input.packageName })}
          {' · '}
          <Money units={BigInt(input.totalUsdt)} precision={2} asset="USDT" hideable={false} />
        </p>
        <div className={styles.ways}>
          <Link to="/order" className={buttonClass({ variant: 'secondary', size: 'medium' })}>
            {t('miner.lost.orders')}
          </Link>
          <Button
            variant="quiet"
            size="medium"
            aria-disabled={purchase.busy || undefined}
            onClick={() => !purchase.busy && purchase.letGo()}
          >
            {t('miner.lost.letGo')}
          </Button>
        </div>
      </Card>
      <PinCard purchase={purchase} />
    </form>
  );
}
