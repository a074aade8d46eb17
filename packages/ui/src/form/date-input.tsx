import { CalendarDays } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import { classes } from '../classes.tsx';
import styles from './date-input.module.css';

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The day in the reader's language, or what no day means: browsers write it in their own. */
  shown: string;
}

/** The platform's own choice of a day, drawn like our inputs: a touch anywhere opens the calendar, and keys type into it. */
export function DateInput({ shown, className, ...rest }: DateInputProps) {
  return (
    <div className={styles.box}>
      <input {...rest} type="date" className={classes('fillable', styles.input, className)} />
      <span className={styles.shown} data-none={rest.value === '' || undefined} aria-hidden="true">
        {shown}
      </span>
      <CalendarDays className={styles.icon} size={20} aria-hidden="true" />
    </div>
  );
}
