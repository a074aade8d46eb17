import {
  saysSomething,
  TICKET_IMAGE_BYTES_MAX,
  TICKET_IMAGE_TYPES,
  TICKET_TEXT_MAX,
  tidyTicketText,
} from '@minerx/rules/ticket';
import { buttonClass } from '@minerx/ui/button';
import { IconButton } from '@minerx/ui/icon-button';
import { TextArea } from '@minerx/ui/text-area';
import { useUi } from '@minerx/ui/ui-context';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { textDraft } from '../../base/form/drafts.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './composer.module.css';
import { sendLater } from './outbox.ts';

const MEGABYTE = 1024 * 1024;

/** The image that was picked, with its address in this browser. */
function usePicked() {
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => () => void (picked && URL.revokeObjectURL(picked.url)), [picked]);
  return {
    picked,
    pick: (file: File | null) => setPicked(file && { file, url: URL.createObjectURL(file) }),
  };
}

/** With a mouse Enter sends; on a phone it makes a new line. */
const sendsByEnter = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !event.nativeEvent.isComposing &&
  (event.ctrlKey || event.metaKey || matchMedia('(pointer: fine)').matches);

/** What is being written, and how it is sent. */
function useComposing(ticketId: string, isOpen: boolean) {
  const { t } = useTexts();
  const [draft] = useState(() => textDraft(`ticket:${ticketId}`));
  const [text, setText] = useState(draft.read);
  const { picked, pick } = usePicked();
  const input = useRef<HTMLTextAreaElement>(null);
  const { online } = useUi();
  const canSend = isOpen && saysSomething(text, picked !== null);
  const write = (typed: string) => {
    setText(typed);
    draft.write(typed);
  };
  const send = () => {
    if (!canSend || !online) return;
    sendLater(ticketId, tidyTicketText(text), picked?.file ?? null);
    write('');
    pick(null);
    input.current?.focus();
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    const fits = file.size <= TICKET_IMAGE_BYTES_MAX;
    if (fits && (TICKET_IMAGE_TYPES as readonly string[]).includes(file.type)) return pick(file);
    const message = fits ? t('err_image') : t('ticket.chat.imageSize', { size: TICKET_IMAGE_BYTES_MAX / MEGABYTE });
    void showAlert({ mode: 2, title: t('ticket.chat.failed'), message });
  };
  return { text, write, input, picked, pick, choose, canSend, send };
}

/** Where a message is written: text, an image, or both. Dimmed and disabled when the ticket is closed. */
export function Composer({ ticketId, isOpen }: { ticketId: string; isOpen: boolean }) {
  const { t } = useTexts();
  const { text, write, input, picked, pick, choose, canSend, send } = useComposing(ticketId, isOpen);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <section className="stack-3" aria-label={t('ticket.chat')}>
      {!isOpen && <Over />}
      <form
        className={isOpen ? 'stack-3' : styles.dimmed}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {picked && (
          <div className={styles.picked}>
            <img src={picked.url} alt={t('ticket.chat.preview')} />
            <IconButton
              label={t('ticket.chat.remove')}
              icon={<X size={18} aria-hidden="true" />}
              tone="filled"
              onClick={() => pick(null)}
            />
          </div>
        )}
        <div className={styles.line}>
          <input
            ref={chooser}
            type="file"
            hidden
            accept={TICKET_IMAGE_TYPES.join(',')}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              target.value = '';
            }}
          />
          <IconButton
            label={t('ticket.chat.attach')}
            icon={<ImagePlus size={22} aria-hidden="true" />}
            disabled={!isOpen}
            onClick={() => chooser.current?.click()}
          />
          <TextArea
            ref={input}
            className={styles.text}
            name="message"
            rows={1}
            aria-label={t('ticket.chat.write')}
            placeholder={t('ticket.chat.write')}
            maxLength={TICKET_TEXT_MAX}
            autoComplete="off"
            disabled={!isOpen}
            value={text}
            onChange={({ target }) => write(target.value)}
            onKeyDown={(event) => {
              if (!sendsByEnter(event)) return;
              event.preventDefault();
              send();
            }}
          />
          <Send can={canSend} />
        </div>
      </form>
    </section>
  );
}

/** As every button that sends: without a network it says so and cannot be pressed. */
function Send({ can }: { can: boolean }) {
  const { t } = useTexts();
  const { online, texts } = useUi();
  const reasonId = useId();
  const isHeld = can && !online;
  return (
    <>
      <button
        type="submit"
        className={styles.send}
        aria-label={t('ticket.chat.send')}
        aria-disabled={isHeld || undefined}
        aria-describedby={isHeld ? reasonId : undefined}
        disabled={!can}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
      {isHeld && (
        <p className={styles.reason} id={reasonId}>
          {texts.offline}
        </p>
      )}
    </>
  );
}

/** In place of writing into a ticket that is closed. */
function Over() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <div className={styles.over}>
      <p>{t('ticket.chat.closed')}</p>
      <Link to="/profile/helpcenter" className={buttonClass({ variant: 'secondary', size: 'medium' })}>
        {t('ticket.chat.new')}
      </Link>
    </div>
  );
}
