import type { Ref, TextareaHTMLAttributes } from 'react';
import { classes } from '../classes.tsx';
import styles from './text-area.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text in a box that grows with them. Put it into a Field, or give it an `aria-label`. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea {...rest} className={classes('fillable', styles.area, className)} />;
}
