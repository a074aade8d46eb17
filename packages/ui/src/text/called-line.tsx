import { Megaphone } from 'lucide-react';
import styles from './called-line.module.css';

/** A line that is told to everybody. */
export function CalledLine({ children }: { children: string }) {
  return (
    <p className={styles.line}>
      <Megaphone size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
