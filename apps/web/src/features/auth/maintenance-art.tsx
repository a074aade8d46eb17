import { Block, Ticks } from './art.tsx';
import styles from './welcome.module.css';

/** The same block, its dial at rest. */
export function MaintenanceArt() {
  return (
    <svg className={styles.art} viewBox="0 0 320 220" fill="none" aria-hidden="true">
      <circle className={styles.halo} cx="160" cy="112" r="72" />
      <Ticks />
      <Block />
      <circle className={styles.paper} cx="222" cy="166" r="26" />
      <path className={styles.pause} d="M214 156v20M230 156v20" />
    </svg>
  );
}
