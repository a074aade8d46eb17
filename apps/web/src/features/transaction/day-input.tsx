import { classes } from '@minerx/ui/classes';
import { CalendarDays } from 'lucide-react';
import { useState, type InputHTMLAttributes } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './day-input.module.css';
import { typedDay } from './filter.ts';

interface DayInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  /** As records name it. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
}

/**
 * The platform's own choice of a day, drawn like our inputs and written in the member's language: a touch anywhere opens the calendar, and keys
 * type into it. A day is passed on when it is one: whoever types its year digit by digit means no day of the year 2.
 */
export function DayInput({ day, onDay, ...field }: DayInputProps) {
  const { t, format } = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const type = (value: string): void => {
    const whole = typedDay(value);
    setTyped(whole === null ? value : null);
    if (whole !== null) onDay(whole.day);
  };
  return (
    <div className={styles.box}>
      <input
        {...field}
        type="date"
        className={classes('fillable', styles.input)}
        value={typed ?? day ?? ''}
        onChange={(event) => type(event.target.value)}
      />
      <span className={styles.shown} data-none={day === undefined || undefined} aria-hidden="true">
        {day === undefined ? t('transaction.period.any') : format.utcDay(day)}
      </span>
      <CalendarDays className={styles.icon} size={20} aria-hidden="true" />
    </div>
  );
}
