import { ChevronLeft, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { withLongestWord } from '../text/longest-word.ts';
import { useUi } from '../ui-context.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Where the arrow leads; none on the places of the bottom bar. */
  backTo?: string | undefined;
  /** At the right edge: one link or icon button. */
  action?: ReactNode;
}

/** The one h1 of a screen, with the way back, and a sign that there is no network where the banner has scrolled away. */
export function PageHeader({ title, backTo, action }: PageHeaderProps) {
  const { Link, online, texts } = useUi();
  return (
    <header className={styles.header}>
      {backTo && (
        <Link to={backTo} className={styles.back} aria-label={texts.back}>
          <ChevronLeft size={26} aria-hidden="true" />
        </Link>
      )}
      <h1 className={styles.title} style={withLongestWord(title)} tabIndex={-1}>
        {title}
      </h1>
      {(action || !online) && (
        <div className={styles.action}>
          {!online && (
            <span className={styles.offline} title={texts.offline}>
              <CloudOff size={22} aria-hidden="true" />
            </span>
          )}
          {action}
        </div>
      )}
    </header>
  );
}
