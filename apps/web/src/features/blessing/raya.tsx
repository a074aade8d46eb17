import { Button, type ButtonProps } from '@minerx/ui/button';
import type { ReactNode } from 'react';
import styles from './raya.module.css';

/** The festival's colours around a screen of the campaign. */
export function Raya({ children }: { children: ReactNode }) {
  return <div className={styles.raya}>{children}</div>;
}

/** The main action of a Raya screen. */
export function GoldButton(props: Omit<ButtonProps, 'variant' | 'className'>) {
  return <Button full {...props} className={styles.gold} />;
}
