import { Gauge, ReceiptText, Route } from 'lucide-react';
import type { ComponentType } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './welcome.module.css';

const proofs = [
  { Icon: Gauge, title: 'session.welcome.measured', text: 'session.welcome.measuredText' },
  { Icon: ReceiptText, title: 'session.welcome.recomputable', text: 'session.welcome.recomputableText' },
  { Icon: Route, title: 'session.welcome.traceable', text: 'session.welcome.traceableText' },
] as const;

/** Three things that a member can check here. */
export function Proofs() {
  return <Points points={proofs} />;
}

interface PointsProps {
  points: readonly { Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>; title: TextKey; text: TextKey }[];
}

export function Points({ points }: PointsProps) {
  const { t } = useTexts();
  return (
    <ul className={styles.proofs}>
      {points.map(({ Icon, title, text }) => (
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
