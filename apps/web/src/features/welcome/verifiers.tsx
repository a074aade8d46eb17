import { buttonClass } from '@minerx/ui/button';
import { Download } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './verifiers.module.css';

/** Addresses of the scripts, as they stand in `docs`. */
const addresses = import.meta.glob<string>('../../../../../docs/verify-*.mjs', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const addressOf = (file: string) => addresses[`../../../../../docs/${file}`];

const verifiers = [
  { file: 'verify-receipt.mjs', proof: 'receipt.json', about: 'check.receipt' },
  { file: 'verify-blessing.mjs', proof: 'proof.json', about: 'check.pick' },
] as const;

/** Scripts that test a reward and a pick without us, and how to use them. */
export function Verifiers() {
  const { t } = useTexts();
  return (
    <section className={styles.verifiers}>
      <h2>{t('check.verifiers')}</h2>
      <p>{t('check.verifiers.text')}</p>
      {verifiers.map(({ file, proof, about }) => (
        <div key={file} className={styles.verifier}>
          <h3>{t(about)}</h3>
          <p>{t(`${about}.text`)}</p>
          <code>
            node {file} {proof}
          </code>
          <a
            href={addressOf(file)}
            download={file}
            className={buttonClass({ variant: 'secondary', size: 'medium', full: true })}
          >
            <Download size={18} aria-hidden="true" />
            {t('check.save', { file })}
          </a>
        </div>
      ))}
    </section>
  );
}
