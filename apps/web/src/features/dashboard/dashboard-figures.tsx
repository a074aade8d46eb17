import { PRICE_AGE_LIMIT_MS } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Money } from '@minerx/ui/money';
import { orderListPath } from '../../base/parts/order-list-path.ts';
import { shortAge } from '../../feeds/feed-badge.tsx';
import { useUi } from '@minerx/ui/ui-context';
import { useTexts } from '../../i18n/texts.ts';
import { countActive, type Profits } from './dashboard.api.ts';
import styles from './dashboard.module.css';
import { Row } from '@minerx/ui/row';
import { CircleCheck, Flag, Hourglass, Power, Unplug } from 'lucide-react';
import type { DashboardProps } from './dashboard.tsx';

/** Which price the dollars of the screen are reckoned with. */
export function PriceLine({ price }: Pick<DashboardProps, 'price'>) {
  const { t, tag } = useTexts();
  const ageMs = price?.at ? Date.now() - Date.parse(price.at) : 0;
  return (
    <span className={styles.price}>
      <span>{t('dashboard.price')}</span>
      {price && price.units > 0n ? (
        <Money units={price.units} precision={2} prefix="$" hideable={false} />
      ) : (
        t('dashboard.price.none')
      )}
      {ageMs > PRICE_AGE_LIMIT_MS && <SourceBadge kind="delayed" age={shortAge(tag, ageMs)} />}
      {price?.simulated && <SourceBadge kind="simulated" />}
    </span>
  );
}

/** How many orders are in which state, every one in one of them, and each leads to those that it counts; the live ones follow the pool feed. */
export function OrderCounts({ profits }: { profits: Profits }) {
  const { t, format } = useTexts();
  const { Link } = useUi();
  const active = countActive(profits.orders);
  const down = profits.orders.length - active;
  const counts = [
    { text: 'order.status.ready', Icon: Power, state: 'ready', count: profits.readyCount },
    { text: 'order.status.activated', Icon: CircleCheck, state: 'activated', count: active },
    { text: 'order.status.disconnected', Icon: Unplug, state: 'disconnected', count: down },
    { text: 'dashboard.orders.waiting', Icon: Hourglass, state: 'waiting', count: profits.waitingCount },
    { text: 'order.status.ended', Icon: Flag, state: 'ended', count: profits.endedCount },
  ] as const;
  return (
    <Card flush>
      <h2 className={styles.countsTitle}>{t('dashboard.orders')}</h2>
      <ul className={styles.counts}>
        {counts.map(({ text, Icon, state, count }) => {
          const figure = (
            <>
              <Icon size={18} aria-hidden="true" />
              <span className={styles.count}>{format.number(count)}</span>
              <span className={styles.soft}>{t(text)}</span>
            </>
          );
          return (
            <li key={state} data-state={count > 0 ? state : 'none'}>
              {count > 0 ? (
                <Link to={orderListPath(state)} className={styles.state}>
                  {figure}
                </Link>
              ) : (
                <span className={styles.state}>{figure}</span>
              )}
            </li>
          );
        })}
      </ul>
      <Row to="/order" title={t('dashboard.orders.all')} />
    </Card>
  );
}
