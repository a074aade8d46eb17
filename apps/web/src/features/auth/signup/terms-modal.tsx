import { Button } from '@minerx/ui/button';
import { Modal } from '@minerx/ui/modal';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { brand } from '../../../base/brand/brand.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { termsIn, type TermsSection } from './terms.ts';
import styles from './terms-modal.module.css';

export interface TermsModalProps {
  open: boolean;
  onClose: () => void;
  onAgree: () => void;
}

/** Agree is offered only once the text was scrolled to its end, or at once when it fits. */
export function TermsModal({ open, onClose, onAgree }: TermsModalProps) {
  const { t, language } = useTexts();
  const [readIn, setReadIn] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['terms', language],
    queryFn: () => termsIn(language),
    enabled: open,
    staleTime: Infinity,
    // The text of another language must not stand in while this one loads.
    placeholderData: undefined,
    retry: false,
  });
  const read = readIn === language;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('auth.terms')}
      footer={
        <>
          <Button full reason={read ? null : t('auth.terms.scroll')} onClick={onAgree}>
            {t('auth.terms.agree')}
          </Button>
          {read && <p className={styles.end}>{t('auth.terms.end')}</p>}
        </>
      }
    >
      <Loaded query={query} skeleton={<Waiting />}>
        {(sections) => <TermsText sections={sections} onEnd={() => setReadIn(language)} />}
      </Loaded>
    </Modal>
  );
}

function Waiting() {
  return (
    <div className={styles.text}>
      {Array.from({ length: 14 }, (_, line) => (
        <Skeleton key={line} width={`${70 + ((line * 11) % 30)}%`} />
      ))}
    </div>
  );
}

const filled = (text: string) => text.replaceAll('{name}', brand.name).replaceAll('{email}', brand.supportEmail);

function TermsText({ sections, onEnd }: { sections: TermsSection[]; onEnd: () => void }) {
  const { t } = useTexts();
  const end = useRef<HTMLDivElement>(null);
  const reached = useRef(onEnd);
  useEffect(() => {
    reached.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    const mark = end.current;
    if (!mark) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) reached.current();
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, []);
  return (
    // Reachable by keyboard, so that the arrows scroll it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article className={styles.text} tabIndex={0} aria-label={t('auth.terms')}>
      {sections.map(({ title, text }, place) => (
        <section key={title} className={styles.section}>
          <h3>
            {place + 1}. {title}
          </h3>
          {text.map((paragraph) => (
            <p key={paragraph}>{filled(paragraph)}</p>
          ))}
        </section>
      ))}
      <div ref={end} className={styles.mark} />
    </article>
  );
}
