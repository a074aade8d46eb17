import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  title: ReactNode;
  /** At the right of the title, such as a count. */
  aside?: ReactNode;
  defaultOpen?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** A section that opens and closes: the platform's own. */
export function Disclosure({ title, aside, defaultOpen = false, onToggle, children }: DisclosureProps) {
  return (
    <details className={styles.details} open={defaultOpen} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.title}>{title}</span>
        {aside && <span className={styles.aside}>{aside}</span>}
        <ChevronDown className={styles.arrow} size={20} aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
