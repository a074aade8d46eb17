import { classes } from '../classes.tsx';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of what will come, so that nothing moves when it does. */
  width?: string;
  height?: string;
  round?: boolean;
}

/** The place of something that is on its way. Appears only after 300 ms: a quick answer shows no flicker. */
export function Skeleton({ width = '100%', height = '1em', round = false }: SkeletonProps) {
  return (
    <span className={classes(styles.skeleton, round && styles.round)} style={{ width, height }} aria-hidden="true" />
  );
}
