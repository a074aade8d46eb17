import type { ReactNode } from 'react';
import { classes } from '../classes.tsx';
import styles from './dialog.module.css';
import { DialogBody } from './dialog.tsx';

interface StillSheetProps {
  title: string;
  footer: ReactNode;
  children: ReactNode;
}

/** A sheet that has come up, as in a picture of a screen: nothing is taken away by it, and it goes nowhere. */
export function StillSheet(props: StillSheetProps) {
  return (
    <div className={styles.still}>
      <div className={classes(styles.dialog, styles.sheet)}>
        <DialogBody {...props} open dismissable shape="sheet" onClose={() => undefined} />
      </div>
    </div>
  );
}
