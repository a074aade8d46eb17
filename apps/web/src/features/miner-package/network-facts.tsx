import { units, type Units } from '@minerx/rules/money';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Skeleton } from '@minerx/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AgeBadge } from '../../base/parts/age-badge.tsx';
import { Failed } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { outlookOf, type MinerOffer } from './miner-offer.ts';
import type { NetworkNow } from './miner-package.api.ts';
import { daysToEarn, daysToHalving, HORIZON_YEARS } from './payback.ts';
import styles from './offer-facts.module.css';

/** By how many percent a month the difficulty may grow: as now, and what the last years came to. */
const GROWTHS = [0n, 1n, 2n] as const;

export interface NetworkFactsProps {
  offer: MinerOffer;
  /** Null when no source has answered our server. */
  network: UseQueryResult<NetworkNow | null>;
  /** 1e-8 dollars for one BTC; zero when it is not known, undefined while it is on its way. */
  btcPriceUnits: bigint | undefined;
}

export function NetworkDaily({ offer, network: query, btcPriceUnits }: NetworkFactsProps) {
  const { t } = useTexts();
  const network = query.data;
  // Not known is one thing, and our server that does not say it another.
  if (network === undefined && query.isError) return <Daily note={<Failed query={query} compact />} />;
  if (network === undefined || btcPriceUnits === undefined) {
    return (
      <Daily
        figure={<Skeleton width="10rem" height="1.5rem" />}
        note={<Skeleton height={offer.isVoucher ? '2.625rem' : '21rem'} />}
      />
    );
  }
  if (network === null) return <Daily figure={t('miner.network.none')} note={t('miner.network.none.text')} />;
  const outlook = outlookOf(offer, network, btcPriceUnits);
  return (
    <>
      <Daily
        badge={<NetworkBadge network={network} />}
        figure={
          <>
            <Money units={outlook.dailyUnits} precision={8} asset="BTC" size="large" hideable={false} />
            {outlook.dailyUsdUnits !== null && (
              <Money className={styles.usd} units={outlook.dailyUsdUnits} precision={2} prefix="≈ $" hideable={false} />
            )}
          </>
        }
        note={t('miner.network.text')}
      />
      {!offer.isVoucher && outlook.dailyUsdUnits !== null && outlook.dailyUsdUnits > 0n && (
        <Payback offer={offer} dailyUsdUnits={outlook.dailyUsdUnits} height={network.height} />
      )}
    </>
  );
}

/** How long until the unit has earned what it cost, and all that it can, as the difficulty stays or grows. */
function Payback({ offer, dailyUsdUnits, height }: { offer: MinerOffer; dailyUsdUnits: Units; height: number }) {
  const { t, format } = useTexts();
  const cost = units(offer.unitPriceUnits + offer.activationFeeUnits);
  const after = (target: Units, monthlyGrowthPercent: bigint) => {
    const days = daysToEarn(target, { dailyUsdUnits, height, monthlyGrowthPercent });
    return days === null
      ? t('miner.payback.never', { years: HORIZON_YEARS })
      : t('miner.payback.days', { count: days });
  };
  return (
    <div className={styles.payback}>
      <table>
        <caption>{t('miner.payback')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('miner.payback.growth')}</th>
            <th scope="col">{t('miner.payback.cost')}</th>
            <th scope="col">{t('miner.payback.cap')}</th>
          </tr>
        </thead>
        <tbody>
          {GROWTHS.map((growth) => (
            <tr key={growth}>
              <th scope="row">
                <span className={styles.column}>{t('miner.payback.growth')} </span>
                {`${growth === 0n ? '' : '+'}${format.percent(Number(growth) / 100)}`}
              </th>
              <td>
                <span className={styles.column}>{t('miner.payback.cost')}</span>
                {after(cost, growth)}
              </td>
              <td>
                <span className={styles.column}>{t('miner.payback.cap')}</span>
                {after(offer.maxProfitUnits, growth)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{t('miner.payback.text', { days: daysToHalving(height) })}</p>
    </div>
  );
}

/** A block older than this is told with its age: they come every ten minutes or so, and one in a hundred thousand takes two hours. */
const FRESH_MS = 120 * 60_000;

function NetworkBadge({ network }: { network: NetworkNow }) {
  return network.simulated ? <SourceBadge kind="simulated" /> : <AgeBadge at={network.at} freshMs={FRESH_MS} />;
}

/** What the network would give in a day, or that nobody has said yet. */
function Daily({ badge, figure, note }: { badge?: ReactNode; figure?: ReactNode; note: ReactNode }) {
  const { t } = useTexts();
  return (
    <div>
      <div className={styles.head}>
        <h3>{t('miner.network')}</h3>
        {badge}
      </div>
      {figure && <div className={styles.figure}>{figure}</div>}
      <div className="soft">{note}</div>
    </div>
  );
}

export function Fact({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        {children && <span className="soft">{children}</span>}
      </dd>
    </div>
  );
}
