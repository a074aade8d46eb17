import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes.tsx';
import styles from './text-input.module.css';

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Inside the box, before the text: an icon or a calling code. */
  lead?: ReactNode;
  /** Inside the box, after the text: a unit, a button. */
  trail?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text in a box. Put it into a Field, which gives it its label. */
export function TextInput({ lead, trail, className, ...rest }: TextInputProps) {
  return (
    <div className={classes(styles.box, rest.disabled && styles.disabled, rest.readOnly && styles.readOnly)}>
      {lead && <span className={styles.lead}>{lead}</span>}
      <input {...rest} className={classes(styles.input, className)} />
      {trail && <span className={styles.trail}>{trail}</span>}
    </div>
  );
}
