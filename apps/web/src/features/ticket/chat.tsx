import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Skeleton } from '@minerx/ui/skeleton';
import { ArrowDown } from 'lucide-react';
import { byDay, dayLabel } from '../../base/language/days.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Bubble, OutgoingBubble } from './bubble.tsx';
import styles from './chat.module.css';
import { useOutbox } from './outbox.ts';
import type { Conversation } from './ticket.api.ts';
import { TicketChip } from './ticket-chip.tsx';
import { useScrollEnd } from './use-scroll-end.ts';

/** The conversation of a ticket: what has arrived by day, then what is on its way. */
export function Chat({ ticket, messages }: Conversation) {
  const { t, tag, format } = useTexts();
  const outbox = useOutbox(ticket.id);
  const { hasNewBelow, scrollToEnd } = useScrollEnd(messages.length + outbox.length, outbox.length);
  return (
    <>
      <Card tone="quiet" className="line-3 apart wraps">
        <span className={styles.what}>
          <span className={styles.category}>{t(`ticket.category.${ticket.category}`)}</span>
          <span className={classes('whole', styles.number)}>{ticket.number}</span>
        </span>
        <TicketChip isOpen={ticket.isOpen} />
      </Card>
      <section className={styles.log} role="log" aria-label={t('ticket.chat.messages')} tabIndex={-1}>
        {byDay(messages).map(({ day, items }) => (
          <div key={day} className="stack-4">
            <h2 className={styles.date}>{dayLabel(items[0]!.at, tag, format.date)}</h2>
            <ul className="stack-4">
              {items.map((message) => (
                <Bubble key={message.id} message={message} />
              ))}
            </ul>
          </div>
        ))}
        {outbox.length > 0 && (
          <ul className="stack-4">
            {outbox.map((message) => (
              <OutgoingBubble key={message.key} ticketId={ticket.id} message={message} />
            ))}
          </ul>
        )}
      </section>
      {hasNewBelow && (
        <button type="button" className={styles.below} onClick={scrollToEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          {t('ticket.chat.below')}
        </button>
      )}
    </>
  );
}

/** The shape of a conversation. */
export function ChatWaiting() {
  return (
    <div className="stack-4">
      <Skeleton height="4.25rem" />
      <Skeleton width="70%" height="4rem" />
      <Skeleton width="60%" height="4rem" />
    </div>
  );
}
