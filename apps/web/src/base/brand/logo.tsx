import { brand } from './brand.ts';
import styles from './logo.module.css';

/** Our mark: a hash block cut by the two strokes of an X, drawn in the accent. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <path className={styles.block} d="M20 1.500 36 10.750v18.500L20 38.500 4 29.250v-18.500z" />
      <path className={styles.rise} d="M11.500 27.500 28.500 12.500" />
      <path className={styles.fall} d="m11.500 12.500 5.750 5.070M22.750 22.430l5.750 5.070" />
    </svg>
  );
}

/** Mark and name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <Mark />
      <span className={styles.name}>{brand.name}</span>
    </span>
  );
}
