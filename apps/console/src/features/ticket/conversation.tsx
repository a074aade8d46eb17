import type { ResultOf } from '@minerx/contract/call';
import type { operatorTicket } from '@minerx/contract/operator/ticket';
import { useEffect, useRef } from 'react';
import { At } from '../../base/time.tsx';
import { Panel } from '../../base/record/record.tsx';
import { Reply } from './reply.tsx';
import styles from './ticket.module.css';

type Shown = ResultOf<typeof operatorTicket>;

/** What was written, oldest first; the newest is in sight. */
export function Conversation({ record: { ticket, messages, replies } }: { record: Shown }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // In braces: newer browsers give a promise back, and an effect must give nothing.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages.length]);
  return (
    <Panel title="Conversation">
      <ol className={styles.messages} aria-live="polite">
        {messages.map((message, place) => (
          <li
            key={message.id}
            ref={place === messages.length - 1 ? end : undefined}
            className={message.from === 'support' ? styles.ours : styles.theirs}
          >
            <p className={styles.who}>
              {message.from === 'support' ? 'Support' : ticket.username} <At at={message.at} />
            </p>
            {message.text !== '' && <p className={styles.text}>{message.text}</p>}
            {message.image !== null && (
              <a href={`/api/operator/ticket/image?id=${message.id}`} target="_blank" rel="noreferrer">
                <img
                  className={styles.image}
                  src={`/api/operator/ticket/image?id=${message.id}`}
                  width={message.image.width}
                  height={message.image.height}
                  alt="Sent with the message"
                  loading="lazy"
                />
              </a>
            )}
          </li>
        ))}
      </ol>
      {ticket.state === 'closed' ? (
        <p className={styles.closed}>This ticket is closed: nobody can write to it any more.</p>
      ) : (
        <Reply id={ticket.id} replies={replies} />
      )}
    </Panel>
  );
}
