import welcome from '../../../base/art/welcome.svg';
import styles from './welcome.module.css';

/** A miner before the dial that measures it, the chain that it works on, and the receipt that it leaves. Drawn by packages/art, written by scripts/art.ts. */
export function WelcomeArt() {
  return <img className={styles.art} src={welcome} width={320} height={220} alt="" />;
}
