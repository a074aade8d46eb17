import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { CloudOff } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import type { Intent } from '../../base/intent.ts';
import type { StakeInput, StakingOffer } from './staking.api.ts';
import styles from './staking.module.css';

/** In place of the amounts while nobody knows what became of a stake: it is asked again under its key, so it counts once. */
export function Unanswered(props: {
  kept: Intent<StakeInput>;
  offer: StakingOffer;
  busy: boolean;
  onLetGo: () => void;
}) {
  const { t, format } = useTexts();
  const { kept, offer, busy, onLetGo } = props;
  const name = offer.options.find(({ id }) => id === kept.input.typeId)?.name;
  return (
    <Card className={styles.lost} role="alert">
      <span className={styles.lostIcon}>
        <CloudOff size={24} aria-hidden="true" />
      </span>
      <h2>{t('staking.lost')}</h2>
      <p>{t('staking.lost.text')}</p>
      <p className="figure">
        {[kept.input.amount, kept.input.amount2].map((amount) => format.number(Number(amount), 2)).join(' + ')}
        {name !== undefined && ` · ${name}`}
      </p>
      <div className={styles.ways}>
        <Link to="/profile/staking/history" className={buttonClass({ variant: 'secondary', size: 'medium' })}>
          {t('staking.history')}
        </Link>
        <Button variant="quiet" size="medium" aria-disabled={busy || undefined} onClick={() => !busy && onLetGo()}>
          {t('miner.lost.letGo')}
        </Button>
      </div>
    </Card>
  );
}
