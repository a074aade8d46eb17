import { buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import { ChevronRight } from 'lucide-react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './ticket.module.css';
import { useTickets, type Ticket } from './ticket.api.ts';
import { TicketChip, UnreadBadge } from './ticket-chip.tsx';
import noTickets from '../../base/art/empty-tickets.svg';

/** All tickets of the member, newest first, growing as one scrolls. */
export function TicketList() {
  const { t } = useTexts();
  const { Link } = useUi();
  const tickets = useTickets();
  return (
    <Loaded
      query={tickets.query}
      skeleton={<Waiting />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={
        <EmptyState
          art={noTickets}
          hint={t('ticket.history.empty')}
          action={
            <Link to="/profile/helpcenter" className={buttonClass({ size: 'medium' })}>
              {t('ticket.chat.new')}
            </Link>
          }
        />
      }
    >
      {({ rows }) => (
        <>
          <ul className="stack-3">
            {rows.map((ticket) => (
              <li key={ticket.id} className={styles.item}>
                <TicketCard ticket={ticket} />
              </li>
            ))}
          </ul>
          <InfiniteEnd state={tickets.end} onMore={tickets.more} />
        </>
      )}
    </Loaded>
  );
}

function TicketCard({ ticket }: { ticket: Ticket }) {
  const { t, format } = useTexts();
  return (
    <Card to={`/profile/helpcenter/history/${ticket.id}`} className={classes('stack-2', !ticket.isOpen && styles.past)}>
      <span className={styles.head}>
        <span className={styles.category}>{t(`ticket.category.${ticket.category}`)}</span>
        <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
      </span>
      <span className={styles.states}>
        <TicketChip isOpen={ticket.isOpen} />
        {ticket.isUnread && <UnreadBadge />}
      </span>
      <span className={classes(styles.excerpt, ticket.isUnread && styles.strong)} lang="" dir="auto">
        {ticket.question}
      </span>
      <span className={classes('line-3 apart wraps soft', styles.foot)}>
        <span className={classes('whole', styles.number)}>{ticket.number}</span>
        <time dateTime={ticket.createdAt}>{format.dayTime(ticket.createdAt)}</time>
      </span>
    </Card>
  );
}

function Waiting() {
  return (
    <div className="stack-3">
      {Array.from({ length: 4 }, (_, place) => (
        <Card key={place}>
          <div className="stack-2">
            <Skeleton width="60%" height="1.5rem" />
            <Skeleton height="1.5rem" />
            <Skeleton width="75%" height="1.25rem" />
          </div>
        </Card>
      ))}
    </div>
  );
}
