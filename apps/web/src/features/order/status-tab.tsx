import { ALGORITHM, POWER_W } from '@minerx/rules/mining-reward';
import { ACTIVATED } from '@minerx/rules/order-status';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Gauge } from '@minerx/ui/gauge';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { FeedState } from '../../feeds/connection.ts';
import { FeedBadge } from '../../feeds/feed-badge.tsx';
import { recordOf } from '../../base/form/tell-moved.ts';
import { Moment } from '../../base/parts/moment.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { DownNote, LiveFigure, useShownThs } from './live-figure.tsx';
import type { MinerOrder } from './order.api.ts';
import type { OrderDetails } from './order-details.api.ts';
import styles from './order-details.module.css';

interface StatusTabProps {
  details: OrderDetails;
  feed: FeedState;
  /** When `details` came, ms since 1970. */
  loadedAt: number;
  /** Approximate dollars of the mined BTC. */
  minedUsd: ReactNode;
}

/** The order's machines at a glance, then everything that is known about it but its status, which stands above all tabs. */
export function StatusTab({ details, feed, loadedAt, minedUsd }: StatusTabProps) {
  const { t, format } = useTexts();
  const { order, payment, minedUnits, deviceCount, lastAnswerAt } = details;
  return (
    <>
      <Card className={classes('stack-3 centred', styles.dial)}>
        <HashrateDial order={order} lastAnswerAt={lastAnswerAt} feed={feed} loadedAt={loadedAt} />
      </Card>
      <Card flush>
        <dl className={styles.facts}>
          <Fact label={t('order.serial')}>
            <span className={styles.code}>{order.serial}</span>
          </Fact>
          <Fact label={t('order.number')}>
            <span className={styles.code}>{order.number}</span>
          </Fact>
          <Fact label={t('order.mined')} detail={minedUsd}>
            <Money units={minedUnits} precision={8} asset="BTC" />
          </Fact>
          <Fact label={t('order.earned')} detail={<Share order={order} />}>
            <Money units={order.maxProfitUnits - order.profitBalanceUnits} precision={2} prefix="$" />
          </Fact>
          <Fact label={t('order.power')} detail={<SourceBadge kind="contract" />}>
            {`${format.number(order.machines * POWER_W)}\u00a0W`}
          </Fact>
          <Fact label={t('order.algorithm')}>{ALGORITHM}</Fact>
          <Fact label={t('order.machines')}>
            {order.isShared
              ? t('order.machines.shared', { count: format.number(deviceCount) })
              : t('order.machines.own', { count: deviceCount })}
          </Fact>
          {order.activatedAt && (
            <Fact label={t('order.activatedOn')}>
              <Moment at={order.activatedAt} />
            </Fact>
          )}
          <Fact label={t('order.created')}>
            <Moment at={order.createdAt} />
          </Fact>
          {payment && <Paid {...payment} />}
        </dl>
      </Card>
    </>
  );
}

/** What was paid, and the way to the record of it. */
function Paid({ transactionId, wallets }: NonNullable<OrderDetails['payment']>) {
  const { t } = useTexts();
  return (
    <Fact
      label={t('miner.wallets')}
      detail={
        <Link {...recordOf(transactionId)} className={styles.link}>
          {t('wallet.record')}
        </Link>
      }
    >
      {wallets.map(({ name, units }, place) => (
        <Fragment key={name}>
          {place > 0 && <br />}
          <Money units={units} precision={2} asset={name} />
        </Fragment>
      ))}
    </Fact>
  );
}

/** "At each day’s price", which today’s of the mined is not, and "of $2,500 · 3 %". */
function Share({ order }: { order: MinerOrder }) {
  const { t, format } = useTexts();
  const share =
    order.maxProfitUnits === 0n
      ? 0
      : Number(((order.maxProfitUnits - order.profitBalanceUnits) * 10_000n) / order.maxProfitUnits) / 10_000;
  return (
    <>
      {t('order.earned.price')}
      <br />
      {t('order.maximum')} <Money units={order.maxProfitUnits} precision={2} prefix="$" /> · {format.percent(share, 1)}
    </>
  );
}

/** The live hashrate on a dial, counted up, with where it comes from. */
function HashrateDial({
  order,
  lastAnswerAt,
  feed,
  loadedAt,
}: Pick<OrderDetails, 'order' | 'lastAnswerAt'> & Pick<StatusTabProps, 'feed' | 'loadedAt'>) {
  const { t, format } = useTexts();
  const ths = useShownThs(order, feed);
  return (
    <>
      <Gauge share={ths === null ? 0 : ths / order.capacityThs} old={feed !== 'live'}>
        <span className={styles.label}>{t('order.hashrate')}</span>
        <LiveFigure order={order} feed={feed} />
        <span className={styles.soft}>{t('order.ofCapacity', { capacity: format.number(order.capacityThs) })}</span>
      </Gauge>
      <div className={classes(styles.badges, order.status !== ACTIVATED && styles.still)}>
        {order.status === ACTIVATED && <FeedBadge state={feed} loadedAt={loadedAt} />}
        {order.simulated && <SourceBadge kind="simulated" />}
      </div>
      <DownNote order={order} lastAnswerAt={lastAnswerAt} />
    </>
  );
}

function Fact({ label, detail, children }: { label: string; detail?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{children}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </dd>
    </div>
  );
}
