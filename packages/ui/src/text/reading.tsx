import type { ReactNode } from 'react';
import styles from './reading.module.css';

interface ReadingProps {
  /** The last value of a silent feed: grey after a while. */
  old: boolean;
  children: ReactNode;
}

/** The measured figure that a card is about, as large as its place lets it be. */
export function Reading({ old, children }: ReadingProps) {
  return (
    <span className={styles.reading} data-old={old || undefined}>
      {children}
    </span>
  );
}
