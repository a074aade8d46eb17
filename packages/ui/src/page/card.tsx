import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** Makes the whole card a link. */
  to?: string | undefined;
  tone?: 'plain' | 'accent' | 'quiet' | undefined;
  /** Without inner space, for lists of rows. */
  flush?: boolean | undefined;
  children: ReactNode;
}

/** A surface that holds what belongs together. */
export function Card({ to, tone = 'plain', flush = false, className, children, ...rest }: CardProps) {
  const { Link } = useUi();
  const name = classes(styles.card, styles[tone], flush && styles.flush, to && styles.link, className);
  if (to) {
    return (
      <Link to={to} className={name} aria-label={rest['aria-label']}>
        {children}
      </Link>
    );
  }
  return (
    <section {...rest} className={name}>
      {children}
    </section>
  );
}
