import type { ReactNode } from 'react';
import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './icon-button.module.css';

interface IconLinkProps {
  to: string;
  /** Where it leads, in words: the name for screen readers. */
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'accent';
  className?: string | undefined;
}

/** A way somewhere else that looks like an IconButton, at the end of a page's header. */
export function IconLink({ to, label, icon, tone = 'plain', className }: IconLinkProps) {
  const { Link } = useUi();
  return (
    <Link to={to} className={classes(styles.button, tone === 'accent' && styles.accent, className)} aria-label={label}>
      {icon}
    </Link>
  );
}
