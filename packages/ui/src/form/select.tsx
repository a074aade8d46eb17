import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { classes } from '../classes.tsx';
import styles from './select.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
  /** The text of what is chosen, where it may be longer than a line: the platform's own would be cut. */
  shown?: string;
}

/** The platform's own list of choices, drawn like our inputs. Children are `<option>`s. */
export function Select({ className, shown, children, ...rest }: SelectProps) {
  return (
    <div className={styles.box}>
      <select {...rest} className={classes('fillable', styles.select, shown !== undefined && styles.unsaid, className)}>
        {children}
      </select>
      {shown !== undefined && (
        <span className={styles.shown} aria-hidden="true">
          {shown}
        </span>
      )}
      <ChevronDown className={styles.arrow} size={20} aria-hidden="true" />
    </div>
  );
}
