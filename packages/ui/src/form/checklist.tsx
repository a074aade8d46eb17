import { Check, Circle } from 'lucide-react';
import { useUi } from '../ui-context.tsx';
import styles from './checklist.module.css';

interface ChecklistItem {
  text: string;
  met: boolean;
}

/** Lines of a rule, each with a mark and a word for whether it is met. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  const { texts } = useUi();
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.text} className={item.met ? styles.met : styles.open}>
          {item.met ? <Check size={16} aria-hidden="true" /> : <Circle size={16} aria-hidden="true" />}
          <span>{item.text}</span>
          <span className="unseen">({item.met ? texts.met : texts.notMet})</span>
        </li>
      ))}
    </ul>
  );
}
