import { Gauge, ReceiptText, Route } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './welcome.module.css';

const proofs = [
  { Icon: Gauge, title: 'auth.welcome.measured', text: 'auth.welcome.measuredText' },
  { Icon: ReceiptText, title: 'auth.welcome.recomputable', text: 'auth.welcome.recomputableText' },
  { Icon: Route, title: 'auth.welcome.traceable', text: 'auth.welcome.traceableText' },
] as const;

/** Three things that a member can check here. */
export function Proofs() {
  const { t } = useTexts();
  return (
    <ul className={styles.proofs}>
      {proofs.map(({ Icon, title, text }) => (
        <li key={title} className={styles.proof}>
          <span className={styles.icon}>
            <Icon size={22} aria-hidden="true" />
          </span>
          <div>
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
