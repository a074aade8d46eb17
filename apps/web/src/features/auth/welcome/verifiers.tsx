import { buttonClass } from '@minerx/ui/button';
import { Download } from 'lucide-react';
import verifyBlessing from '../../../../../../docs/verify-blessing.mjs?url&no-inline';
import verifyReceipt from '../../../../../../docs/verify-receipt.mjs?url&no-inline';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './verifiers.module.css';

const verifiers = [
  { file: 'verify-receipt.mjs', proof: 'receipt.json', address: verifyReceipt, about: 'check.receipt' },
  { file: 'verify-blessing.mjs', proof: 'proof.json', address: verifyBlessing, about: 'check.pick' },
] as const;

/** Scripts that test a reward and a pick without us, and how to use them. */
export function Verifiers() {
  const { t } = useTexts();
  return (
    <section className={styles.verifiers}>
      <h2>{t('check.verifiers')}</h2>
      <p>{t('check.verifiers.text')}</p>
      {verifiers.map(({ file, proof, address, about }) => (
        <div key={file} className={styles.verifier}>
          <h3>{t(about)}</h3>
          <p>{t(`${about}.text`)}</p>
          <code>
            node {file} {proof}
          </code>
          <a
            href={address}
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
