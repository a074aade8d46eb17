import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  Icon?: LucideIcon;
  role?: 'status';
  children: ReactNode;
}

/** What must be read before one goes on. */
export function Notice({ Icon, role, children }: NoticeProps) {
  return (
    <p className={styles.notice} role={role}>
      {Icon && <Icon size={18} aria-hidden="true" />}
      {children}
    </p>
  );
}
