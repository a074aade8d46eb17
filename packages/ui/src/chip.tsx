import type { ComponentType, ReactNode, SVGAttributes } from 'react';
import { classes } from './classes.tsx';
import styles from './chip.module.css';

export interface ChipProps {
  tone: 'gain' | 'accent' | 'wait' | 'danger' | 'plain' | 'strong';
  /** A shape beside the word: a state is never told by colour alone. */
  Icon?: ComponentType<SVGAttributes<SVGElement> & { size?: number | string }> | undefined;
  children: ReactNode;
}

/** A state in a word and a shape. */
export function Chip({ tone, Icon, children }: ChipProps) {
  return (
    <span className={classes(styles.chip, styles[tone])}>
      {Icon && <Icon size={14} strokeWidth={2.25} aria-hidden="true" />}
      {children}
    </span>
  );
}
