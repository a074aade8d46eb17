import maintenance from '../../base/art/maintenance.svg';
import styles from './welcome/welcome.module.css';

/** The same miner at rest. Drawn by packages/art, written by scripts/art.ts. */
export function MaintenanceArt() {
  return <img className={styles.art} src={maintenance} width={320} height={220} alt="" />;
}
