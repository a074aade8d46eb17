import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Skeleton } from '@minerx/ui/skeleton';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { outlookOf, type MinerOffer } from './miner-offer.ts';
import type { NetworkNow } from './miner-package.api.ts';
import styles from './offer-facts.module.css';

/** Days of a month in a rough length of time. */
const MONTH_DAYS = 30.44;

export interface OfferFactsProps {
  offer: MinerOffer;
  /** Undefined while it is on its way, null when no source has answered. */
  network: NetworkNow | null | undefined;
  /** 1e-8 dollars for one BTC; zero when it is not known, undefined while it is on its way. */
  btcPriceUnits: bigint | undefined;
  /** n of n/10, for shared packages. */
  queue: number;
}

/** What a package brings and costs later: the contract figure beside what the network would give today. */
export function OfferFacts({ offer, network, btcPriceUnits, queue }: OfferFactsProps) {
  const { t, format } = useTexts();
  return (
    <Card className={styles.facts} aria-label={t('miner.facts')}>
      <div className={styles.pair}>
        <Daily
          label={offer.dailyOf === 'share' ? t('miner.daily.share') : t('miner.daily')}
          badge={<SourceBadge kind="contract" />}
          figure={<ContractRange offer={offer} />}
          note={t('miner.daily.contract')}
        />
        <NetworkDaily offer={offer} network={network} btcPriceUnits={btcPriceUnits} />
      </div>
      <dl className={styles.list}>
        <Fact
          label={t('miner.maxProfit')}
          value={<Money units={offer.multipleUnits} precision={2} asset="×" hideable={false} />}
        >
          <Money units={offer.maxProfitUnits} precision={0} prefix="$" hideable={false} />
        </Fact>
        <Fact
          label={t('miner.activationFee')}
          value={<Money units={offer.activationFeeUnits} precision={2} asset="USDT" hideable={false} />}
        >
          {t('miner.activationFee.text')}
        </Fact>
        <Fact
          label={t('miner.hashrate')}
          value={<span className="figure">{`${format.number(offer.unitThs)}\u00a0Th/s`}</span>}
        />
        {offer.kind === 'shared' && (
          <Fact label={t('miner.queue')} value={<span className="figure">{`${format.number(queue)}/10`}</span>}>
            {t('miner.queue.text')}
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** Contract figures to six decimals, from and to. */
export function ContractRange({ offer }: { offer: MinerOffer }) {
  return (
    <span className={styles.range}>
      <Money units={offer.dailyMinUnits} precision={6} hideable={false} />
      {' – '}
      <Money units={offer.dailyMaxUnits} precision={6} asset="BTC" hideable={false} />
    </span>
  );
}

function NetworkDaily({ offer, network, btcPriceUnits }: Omit<OfferFactsProps, 'queue'>) {
  const { t } = useTexts();
  const label = offer.dailyOf === 'share' ? t('miner.network.share') : t('miner.network');
  if (network === undefined || btcPriceUnits === undefined) {
    return (
      <Daily
        label={label}
        badge={<Skeleton width="5rem" height="1.25rem" />}
        figure={<Skeleton width="10rem" height="1.5rem" />}
        note={<Skeleton height="4rem" />}
      />
    );
  }
  if (network === null)
    return <Daily label={label} figure={t('miner.network.none')} note={t('miner.network.none.text')} />;
  const outlook = outlookOf(offer, network, btcPriceUnits);
  const months = outlook.daysToCap === null ? null : Math.max(1, Math.ceil(outlook.daysToCap / MONTH_DAYS));
  return (
    <Daily
      label={label}
      badge={<NetworkBadge network={network} />}
      figure={
        <>
          <Money units={outlook.dailyUnits} precision={8} asset="BTC" hideable={false} />
          {outlook.dailyUsdUnits !== null && (
            <Money className={styles.usd} units={outlook.dailyUsdUnits} precision={2} prefix="≈ $" hideable={false} />
          )}
        </>
      }
      note={
        <>
          {t('miner.network.text')} {months !== null && t('miner.network.cap', { months })}
        </>
      }
    />
  );
}

/** A block older than this is told with its age: they come every ten minutes or so, and one in a hundred thousand takes two hours. */
const FRESH_MS = 120 * 60_000;

function NetworkBadge({ network }: { network: NetworkNow }) {
  const { format } = useTexts();
  if (network.simulated) return <SourceBadge kind="simulated" />;
  if (network.at === null || Date.now() - Date.parse(network.at) < FRESH_MS) return <SourceBadge kind="live" />;
  return <SourceBadge kind="delayed" age={format.relative(network.at)} />;
}

function Daily({
  label,
  badge,
  figure,
  note,
}: {
  label: string;
  badge?: ReactNode;
  figure: ReactNode;
  note: ReactNode;
}) {
  return (
    <div className={styles.daily}>
      <div className={styles.head}>
        <h3>{label}</h3>
        {badge}
      </div>
      <div className={styles.figure}>{figure}</div>
      <div className={styles.note}>{note}</div>
    </div>
  );
}

function Fact({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        {children && <span className={styles.note}>{children}</span>}
      </dd>
    </div>
  );
}
