import type { ReactNode } from 'react';
import styles from './receipt.module.css';

/** One figure of a receipt with its name. */
export function Line({ label, detail, children }: { label: ReactNode; detail?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="figure">{children}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </dd>
    </div>
  );
}
