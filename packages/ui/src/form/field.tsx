import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classes } from '../classes.tsx';
import styles from './field.module.css';

/** What an input needs to belong to its label, hint and error. Spread it onto the input. */
export interface FieldWire {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Said before anything is typed. */
  hint?: ReactNode;
  /** Said after, with the way out, in place of the hint: what is wrong says what would be right. */
  error?: ReactNode;
  /** The error is told without alarm, and not aloud: another one is what to begin with. */
  quiet?: boolean | undefined;
  /** What is fulfilled of what is asked for, as it is typed: it stays beside an error. */
  checklist?: ReactNode;
  /** Something at the right of the label, such as a balance or a link. */
  aside?: ReactNode;
  children: (wire: FieldWire) => ReactNode;
}

/** A labelled input: the label stays visible, the hint comes before, the error after and is announced. */
export function Field({ label, hint, error, quiet, checklist, aside, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const shown = checklist ?? (error ? null : hint);
  const describedBy = [shown ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={classes(styles.field, quiet && 'quietly')}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {shown && (
        <div className={styles.hint} id={hintId}>
          {shown}
        </div>
      )}
      <div aria-live={quiet ? 'off' : 'polite'} id={errorId}>
        {error && <FieldError>{error}</FieldError>}
      </div>
    </div>
  );
}

/** What is wrong, where it stands. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className={styles.error}>
      <CircleAlert size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
