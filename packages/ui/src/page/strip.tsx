import { classes } from '../classes.tsx';
import styles from './strip.module.css';

/** A few choices beside each other, the chosen one raised: tabs, radio buttons, links to views of their own. */
export const strip = {
  bar: styles.strip,
  /** For names of unequal lengths. */
  fitted: classes(styles.strip, styles.fitted),
  choice: styles.choice,
};
