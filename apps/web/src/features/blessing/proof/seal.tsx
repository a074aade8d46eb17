import { CopyButton } from '@minerx/ui/copy-button';
import { Sheet } from '@minerx/ui/sheet';
import { ChevronRight, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import type { Pick } from '../blessing.api.ts';
import { Fingerprint, shortHash } from './fingerprint.tsx';
import { ProofChip } from './proof-chip.tsx';
import { ProofPanel } from './proof-panel.tsx';
import styles from './seal.module.css';
import type { Proof } from './use-proof.ts';

interface SealProps {
  /** SHA-256 in hex; empty while there is no deck. */
  commitment: string;
  /** What was picked and how its check ended; null before. */
  picked: { pick: Pick; proof: Proof } | null;
}

/** The fingerprint of the deck, in sight before the pick; behind it what it is, and afterwards the proof. */
export function Seal({ commitment, picked }: SealProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  if (commitment === '') return <p className={styles.none}>{t('blessing.seal.waiting')}</p>;
  return (
    <>
      <button type="button" className={styles.seal} onClick={() => setOpen(true)}>
        <ShieldCheck className={styles.icon} size={22} aria-hidden="true" />
        <span className="stack-0 grow">
          <span className={styles.title}>{t('blessing.seal')}</span>
          <code className={styles.short}>{shortHash(commitment)}</code>
        </span>
        {picked && <ProofChip proof={picked.proof} />}
        <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('blessing.seal.title')}>
        <div className="stack-3">
          {picked ? (
            <ProofPanel pick={picked.pick} commitment={commitment} proof={picked.proof} />
          ) : (
            <>
              <p>{t('blessing.seal.text')}</p>
              <h3 className={styles.heading}>{t('blessing.fingerprint')}</h3>
              <Fingerprint hex={commitment} />
              <CopyButton
                text={commitment}
                label={t('blessing.fingerprint.copy')}
                done={t('blessing.fingerprint.copied')}
              />
              <p className="soft">{t('blessing.seal.after')}</p>
            </>
          )}
        </div>
      </Sheet>
    </>
  );
}
