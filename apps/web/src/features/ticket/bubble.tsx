import { Button } from '@minerx/ui/button';
import { classes } from '@minerx/ui/classes';
import { CircleAlert, Headset } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './chat.module.css';
import { dropOutgoing, trySending, useJustSent, type Outgoing } from './outbox.ts';
import type { Message } from './ticket.api.ts';
import { TicketImage } from './ticket-image.tsx';

/** A message that has arrived. */
export function Bubble({ message }: { message: Message }) {
  const { t, format } = useTexts();
  const justSent = useJustSent(message.id);
  const name = t(message.fromSupport ? 'ticket.chat.support' : 'ticket.chat.you');
  return (
    <li className={classes(styles.message, message.fromSupport ? styles.theirs : styles.ours)}>
      <p className={classes(styles.from, !message.fromSupport && 'unseen')}>
        {message.fromSupport && <Headset size={14} aria-hidden="true" />}
        {name}
      </p>
      <div className={styles.bubble}>
        {message.image && <TicketImage image={message.image} name={name} />}
        {message.text && <Written text={message.text} />}
      </div>
      <p className={styles.state}>
        <time dateTime={message.at}>{format.time(message.at)}</time>
        {justSent && <span>{` · ${t('ticket.chat.done')}`}</span>}
      </p>
    </li>
  );
}

/** What somebody wrote, in whatever language and direction. */
function Written({ text }: { text: string }) {
  return (
    <p className={styles.text} lang="" dir="auto">
      {text}
    </p>
  );
}

/** One that has not: on its way, or not sent. */
export function OutgoingBubble({ ticketId, message }: { ticketId: string; message: Outgoing }) {
  const { t, format } = useTexts();
  const failed = message.state === 'failed';
  return (
    <li className={classes(styles.message, styles.ours)}>
      <p className="unseen">{t('ticket.chat.you')}</p>
      <div className={classes(styles.bubble, failed ? styles.failed : styles.pending)}>
        {message.preview && <img className={styles.preview} src={message.preview} alt={t('ticket.chat.preview')} />}
        {message.text && <Written text={message.text} />}
        {message.file && !failed && <Progress share={message.progress} />}
      </div>
      <div className={styles.state} role="status">
        {failed ? (
          <Failed>{t('ticket.chat.notSent')}</Failed>
        ) : (
          <>
            {t('ticket.chat.sending')}
            {message.file && message.progress > 0 && (
              <span className="figure">{` ${format.percent(message.progress)}`}</span>
            )}
          </>
        )}
      </div>
      {failed && (
        <div className={styles.actions}>
          <Button size="medium" variant="quiet" onClick={() => dropOutgoing(ticketId, message.key)}>
            {t('ticket.chat.discard')}
          </Button>
          <Button size="medium" variant="secondary" onClick={() => void trySending(ticketId, message)}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <span className={styles.alarm}>
      <CircleAlert size={14} aria-hidden="true" />
      {children}
    </span>
  );
}

function Progress({ share }: { share: number }) {
  const { t } = useTexts();
  return (
    <span
      className={styles.track}
      role="progressbar"
      aria-label={t('ticket.chat.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}
