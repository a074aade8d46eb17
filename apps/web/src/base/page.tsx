import { PageHeader } from '@minerx/ui/page-header';
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Where the header's arrow leads, as the specification says; none on the places of the bottom bar. */
  backTo?: string;
  action?: ReactNode;
  /** Stays above the bottom edge: the main action of a long form. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The frame of a member screen: header with the h1, the content in one column, an optional bar for the main action. */
export function Page({ title, backTo, action, bar, children }: PageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} backTo={backTo} action={action} />
      <main id="content" className={styles.content}>
        {children}
      </main>
      {bar && <div className={styles.bar}>{bar}</div>}
    </div>
  );
}
