import { useId, type ReactNode } from 'react';
import { classes } from '../classes.tsx';
import { strip } from '../page/strip.tsx';
import styles from './segmented.module.css';

interface SegmentedProps<Id extends string | number> {
  /** What is chosen; stays visible above. */
  label: ReactNode;
  options: readonly { id: Id; label: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
  disabled?: boolean | undefined;
}

/** One of a few, all of them in sight: the platform's radio buttons in one bar. */
export function Segmented<Id extends string | number>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: SegmentedProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.field} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      <div className={classes(strip.bar, styles.bar)}>
        {options.map((option) => (
          <label key={option.id} className={classes(strip.choice, styles.option)}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={option.id}
              checked={option.id === value}
              onChange={() => onChange(option.id)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
