import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does, in words: the name for screen readers. */
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'filled';
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classes(styles.button, tone === 'filled' && styles.filled, className)}
    >
      {icon}
    </button>
  );
}
