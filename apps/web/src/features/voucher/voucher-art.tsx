import voucher from '../../base/art/voucher.svg';
import styles from './voucher-art.module.css';

/** A voucher with the miner that it becomes: drawn by packages/art, written by scripts/art.ts. */
export function VoucherArt() {
  return <img className={styles.art} src={voucher} width={320} height={136} alt="" />;
}
