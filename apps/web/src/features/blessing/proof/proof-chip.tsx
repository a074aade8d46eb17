import { LoaderCircle, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './proof-chip.module.css';
import type { Proof } from './use-proof.ts';

const LOOKS = {
  running: { key: 'blessing.check.running', Icon: LoaderCircle },
  proven: { key: 'blessing.check.proven', Icon: ShieldCheck },
  unable: { key: 'blessing.check', Icon: ShieldQuestion },
  deck: { key: 'blessing.check.failed', Icon: ShieldAlert },
  commitment: { key: 'blessing.check.failed', Icon: ShieldAlert },
  card: { key: 'blessing.check.failed', Icon: ShieldAlert },
} as const;

/** How the check of a pick ended, in a word. */
export function ProofChip({ proof }: { proof: Proof }) {
  const { t } = useTexts();
  const { key, Icon } = LOOKS[proof];
  return (
    <span className={styles.chip} data-proof={proof}>
      <Icon size={16} aria-hidden="true" />
      {t(key)}
    </span>
  );
}
