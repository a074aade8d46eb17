import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { classes } from '../classes.tsx';
import styles from './select.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
}

/** The platform's own list of choices, drawn like our inputs. Children are `<option>`s. */
export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <div className={styles.box}>
      <select {...rest} className={classes('fillable', styles.select, className)}>
        {children}
      </select>
      <ChevronDown className={styles.arrow} size={20} aria-hidden="true" />
    </div>
  );
}
