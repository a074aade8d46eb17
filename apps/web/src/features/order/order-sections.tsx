import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Disclosure } from '@minerx/ui/disclosure';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Sought, useSought } from '../../base/parts/paged.tsx';
import { Failed } from '../../base/query.tsx';
import type { MinerOrder, StockOrder, WaitingOrders } from './order.api.ts';
import styles from './order-list.module.css';
import { PendingCard, QueueCard, StockCard } from './waiting-card.tsx';

interface OrderSectionsProps {
  waiting: UseQueryResult<WaitingOrders>;
  /** Of those that are ready: what still waits for the member. */
  pending: readonly MinerOrder[];
  onActivate: (order: MinerOrder) => void;
  onActivateAll: (orders: readonly MinerOrder[]) => void;
  onCancel: (order: StockOrder) => void;
  /** Only these are shown, and open. */
  only?: 'ready' | 'waiting' | undefined;
}

/** What waits for the member, for a group, or for stock: above the current orders, because something can be done about it. */
export function OrderSections({ waiting, onActivate, onActivateAll, onCancel, only, ...all }: OrderSectionsProps) {
  const { t } = useTexts();
  const pending = only === 'waiting' ? [] : all.pending;
  const { queue = [], outOfStock = [] } = (only !== 'ready' && waiting.data) || {};
  const isOnly = only !== undefined;
  const { id: soughtId } = useSought();
  const isSought = ({ id }: MinerOrder): boolean => id === soughtId;
  const cards = {
    ready: (order: MinerOrder) => (
      <PendingCard order={order} one={pending.length === 1} onActivate={() => onActivate(order)} />
    ),
    queue: (order: MinerOrder) => <QueueCard order={order} />,
    stock: (order: StockOrder) => <StockCard order={order} onCancel={() => onCancel(order)} />,
  };
  return (
    <>
      <Sought rows={pending.filter(isSought)}>
        {(rows) => rows.map((order) => <Card key={order.id}>{cards.ready(order)}</Card>)}
      </Sought>
      <Sought rows={queue.filter(isSought)}>
        {(rows) => rows.map((order) => <Card key={order.id}>{cards.queue(order)}</Card>)}
      </Sought>
      <Sought rows={outOfStock.filter(isSought)}>
        {(rows) => rows.map((order) => <Card key={order.id}>{cards.stock(order)}</Card>)}
      </Sought>
      {pending.length > 1 && (
        <Card tone="quiet" className={classes('line-4 apart wraps', styles.chore)}>
          <p>{t('order.activateAll.lead', { count: pending.length })}</p>
          <Button size="medium" onClick={() => onActivateAll(pending)}>
            {t('order.activateAll')}
          </Button>
        </Card>
      )}
      <Section id="pending" isOnly={isOnly} title={t('order.pending')} text={t('order.pending.text')} orders={pending}>
        {cards.ready}
      </Section>
      {waiting.isError && waiting.data === undefined && <Failed query={waiting} />}
      <Section id="queue" isOnly={isOnly} title={t('order.queue')} text={t('order.queue.text')} orders={queue}>
        {cards.queue}
      </Section>
      <Section id="stock" isOnly={isOnly} title={t('order.stock')} text={t('order.stock.text')} orders={outOfStock}>
        {cards.stock}
      </Section>
    </>
  );
}

type SectionId = 'pending' | 'queue' | 'stock';

/** Which sections the member opened or closed: coming back finds them so. Pending ones start open, they want an answer. */
const isOpen: Record<SectionId, boolean> = { pending: true, queue: false, stock: false };

interface SectionProps<Order extends MinerOrder> {
  id: SectionId;
  isOnly: boolean;
  title: string;
  text: string;
  orders: readonly Order[];
  children: (order: Order) => ReactNode;
}

function Section<Order extends MinerOrder>({ id, isOnly, title, text, orders, children }: SectionProps<Order>) {
  const { format } = useTexts();
  if (orders.length === 0) return null;
  return (
    <Disclosure
      title={title}
      aside={<span className={styles.number}>{format.number(orders.length)}</span>}
      defaultOpen={isOnly || isOpen[id]}
      onToggle={(open) => {
        if (!isOnly) isOpen[id] = open;
      }}
    >
      <p className="soft">{text}</p>
      {orders.map((order) => (
        <div key={order.id}>{children(order)}</div>
      ))}
    </Disclosure>
  );
}
