import { DAY_MS } from '@minerx/rules/duration';
import { BarChart7 } from '@minerx/ui/bar-chart';
import { Card } from '@minerx/ui/card';
import { Disclosure } from '@minerx/ui/disclosure';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { Profits } from './dashboard.api.ts';
import styles from './dashboard.module.css';

/** An amount of BTC in dollars; the screen knows the price. */
export type ShowUsd = (units: bigint) => ReactNode;

/** Today, not settled yet, beside yesterday, which is settled some time after midnight UTC; each with its date, as a member's own day is another one. */
export function DayCards({ profits, usd }: { profits: Profits; usd: ShowUsd }) {
  const { t, tag } = useTexts();
  const date = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const yesterday = Date.parse(profits.week.at(-1)!.day);
  return (
    <div className={styles.pair}>
      <Card className={styles.day}>
        <h2 className={styles.label}>{t('dashboard.today')}</h2>
        <p className={styles.soft}>{date.format(yesterday + DAY_MS)} UTC</p>
        <Money units={profits.todayUnits} precision={8} asset="BTC" className={styles.amount} />
        <p className={styles.soft}>{usd(profits.todayUnits)}</p>
        <SourceBadge kind="provisional" />
      </Card>
      <Card className={styles.day}>
        <h2 className={styles.label}>{t('dashboard.yesterday')}</h2>
        <p className={styles.soft}>{date.format(yesterday)} UTC</p>
        <Money units={profits.yesterdayUnits} precision={8} asset="BTC" className={styles.amount} />
        <p className={styles.soft}>{usd(profits.yesterdayUnits)}</p>
        {profits.isYesterdayProvisional && <SourceBadge kind="provisional" />}
        {profits.simulated && <SourceBadge kind="simulated" />}
      </Card>
    </div>
  );
}

/** What the network gives these machines, large; the contract's two figures, which are higher and never credited, folded away. */
export function EstimateCard({ profits, usd }: { profits: Profits; usd: ShowUsd }) {
  const { t } = useTexts();
  const figure = (label: string, units: bigint) => (
    <div className={styles.estimate}>
      <dt>{label}</dt>
      <dd>
        <Money units={units} precision={8} asset="BTC" />
        <span className={styles.soft}>{usd(units)}</span>
      </dd>
    </div>
  );
  return (
    <Card>
      <h2 className={styles.title}>{t('dashboard.estimate')}</h2>
      <div className={styles.source}>
        <h3 className={styles.label}>{t('dashboard.estimate.network')}</h3>
        {profits.networkUnits !== null && <SourceBadge kind={profits.simulated ? 'simulated' : 'live'} />}
      </div>
      {profits.networkUnits === null ? (
        <p className={styles.soft}>{t('dashboard.estimate.network.none')}</p>
      ) : (
        <>
          <p className={styles.network}>
            <Money units={profits.networkUnits} precision={8} asset="BTC" size="large" />
            <span className={styles.soft}>{usd(profits.networkUnits)}</span>
          </p>
          <p className={styles.soft}>{t('dashboard.estimate.network.text')}</p>
        </>
      )}
      <p className={styles.truth}>{t('dashboard.estimate.truth')}</p>
      <Disclosure title={t('miner.terms.figures')}>
        <p className={styles.soft}>{t('miner.daily.contract')}</p>
        <dl>
          {figure(t('dashboard.estimate.low'), profits.contract.min)}
          {figure(t('dashboard.estimate.high'), profits.contract.max)}
        </dl>
      </Disclosure>
    </Card>
  );
}

const UNITS_PER_MBTC = 100_000;

/** The last seven days as bars, hollow where they are not settled, in words above, as a table behind a button. */
export function WeekChart({ profits, usd }: { profits: Profits; usd: ShowUsd }) {
  const { t, tag } = useTexts();
  const short = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  // A bar has room for a few signs; the table has them all.
  const thousandths = new Intl.NumberFormat(tag, { maximumSignificantDigits: 3 });
  const sum = profits.week.reduce((all, { units }) => all + units, 0n);
  return (
    <BarChart7
      title={t('dashboard.week')}
      badge={
        <>
          {profits.week.some(({ provisional }) => provisional) && <SourceBadge kind="provisional" />}
          {profits.simulated && <SourceBadge kind="simulated" />}
        </>
      }
      summary={
        <>
          <p className={styles.network}>
            <Money units={sum} precision={8} asset="BTC" className={styles.amount} />
            <span className={styles.soft}>{usd(sum)}</span>
          </p>
          <p className={styles.soft}>{t('dashboard.week.unit')}</p>
        </>
      }
      headings={[t('dashboard.week.day'), t('dashboard.week.amount')]}
      bars={profits.week.map(({ day, units, provisional }) => {
        const date = new Date(`${day}T00:00:00Z`);
        return {
          label: short.format(date),
          day: full.format(date),
          value: Number(units),
          short: thousandths.format(Number(units) / UNITS_PER_MBTC),
          text: <Money units={units} precision={8} asset="BTC" />,
          provisional,
        };
      })}
    />
  );
}
