import { Button } from '@minerx/ui/button';
import { Modal } from '@minerx/ui/modal';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { LegalText, type LegalTextProps } from '../../../base/legal/legal-text.tsx';
import { legalQuery } from '../../../base/legal/legal.api.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './terms-modal.module.css';

interface TermsModalProps {
  open: boolean;
  onClose: () => void;
  onAgree: () => void;
}

/** Agree is offered only once the text was scrolled to its end, or at once when it fits. */
export function TermsModal({ open, onClose, onAgree }: TermsModalProps) {
  const { t, language } = useTexts();
  const [readIn, setReadIn] = useState<string | null>(null);
  const query = useQuery({ ...legalQuery(language), enabled: open });
  const read = readIn === language;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('session.terms')}
      footer={
        <>
          <Button full reason={read ? null : t('session.terms.scroll')} onClick={onAgree}>
            {t('session.terms.agree')}
          </Button>
          {read && <p className={styles.end}>{t('session.terms.end')}</p>}
        </>
      }
    >
      <Loaded query={query} skeleton={<Waiting />}>
        {(legal) => <TermsText {...legal} onEnd={() => setReadIn(language)} />}
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

type TermsTextProps = Pick<LegalTextProps, 'texts' | 'inForce'> & { onEnd: () => void };

function TermsText({ texts, inForce, onEnd }: TermsTextProps) {
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
    <article className={styles.text} tabIndex={0} aria-label={t('session.terms')}>
      <LegalText page="terms" texts={texts} inForce={inForce} level={3} />
      <p className={styles.pages}>
        {(['privacy', 'risk'] as const).map((page) => (
          <Link key={page} to={`/legal/${page}`}>
            {t(`legal.${page}`)}
          </Link>
        ))}
      </p>
      <div ref={end} className={styles.mark} />
    </article>
  );
}
