import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type BtcPrice, type RewardPage, type Today } from './reward.api.ts';
import styles from './reward.module.css';
import { isFirstMinute, minuteLines, minutesText } from './texts.ts';
import { ApproximateUsd } from './usd.tsx';

interface TodayCardProps {
  today: Today | null;
  /** That work for the order: their times are added up. */
  machines: number;
  price: BtcPrice | undefined;
  activatedAt: string | null;
  /** Asks whether something has been measured by now. */
  onAgain: () => void;
}

export function TodayCard({ today, machines, price, activatedAt, onAgain }: TodayCardProps) {
  const { t, tag, format } = useTexts();
  const minutes = today && minuteLines(today);
  return (
    <Card className={styles.today}>
      <div className={styles.head}>
        <h3 className={styles.label}>{t('order.today')}</h3>
        <SourceBadge kind="provisional" />
      </div>
      {today && minutes ? (
        <>
          <Money units={today.estimatedUnits} precision={8} asset="BTC" size="large" />
          <p className="soft">
            <ApproximateUsd units={today.estimatedUnits} price={price} />
          </p>
          <dl className={styles.seen}>
            {(['covered', 'down', 'blind', 'total'] as const).map((part) => (
              <div key={part}>
                <dt>{t(`order.today.${part}`)}</dt>
                <dd className="figure">{minutesText(tag, minutes[part])}</dd>
                {part === 'total' && machines > 1 && (
                  <dd className="soft">{t('order.today.machines', { count: format.number(machines) })}</dd>
                )}
              </div>
            ))}
          </dl>
          <p className="soft">{t('order.today.text')}</p>
        </>
      ) : isFirstMinute(activatedAt, Date.now()) ? (
        <FirstMinute onAgain={onAgain} />
      ) : (
        <p className="soft">{t('order.today.none')}</p>
      )}
    </Card>
  );
}

const AGAIN_MS = 20_000;

/** Until it has been measured. */
function FirstMinute({ onAgain }: Pick<TodayCardProps, 'onAgain'>) {
  const { t } = useTexts();
  const ask = useEffectEvent(onAgain);
  useEffect(() => {
    const timer = setInterval(() => ask(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return <p className="soft">{t('order.today.first')}</p>;
}

export function ProvisionalDays({ days }: { days: RewardPage['provisionalDays'] }) {
  const { t, format } = useTexts();
  return (
    <Card className={styles.today}>
      <div className={styles.head}>
        <h3 className={styles.label}>{t('order.provisional')}</h3>
        <SourceBadge kind="provisional" />
      </div>
      <dl className={styles.seen}>
        {days.map(({ day, estimatedUnits }) => (
          <div key={day}>
            <dt>{format.utcDay(day)}</dt>
            <dd>{estimatedUnits === null ? '–' : <Money units={estimatedUnits} precision={8} asset="BTC" />}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{t('order.provisional.text')}</p>
    </Card>
  );
}
