import type { ComponentType, ReactNode, SVGAttributes } from 'react';
import { classes } from '../classes.tsx';
import styles from './chip.module.css';

export interface ChipProps {
  tone: 'gain' | 'accent' | 'wait' | 'danger' | 'plain' | 'strong';
  /** A shape beside the word: a state is never told by colour alone. */
  Icon?: ComponentType<SVGAttributes<SVGElement> & { size?: number | string }> | undefined;
  /** Along the whole width of its place; its words may then take two lines. */
  wide?: boolean | undefined;
  children: ReactNode;
}

/** A state in a word and a shape. */
export function Chip({ tone, Icon, wide = false, children }: ChipProps) {
  return (
    <span className={classes(styles.chip, styles[tone], wide && styles.wide)}>
      {Icon && <Icon size={14} strokeWidth={2.25} aria-hidden="true" />}
      {children}
    </span>
  );
}
