import styles from './data-table.module.css';

/** So much of a receiver or a hash is compared by eye. */
const END = 8;

/** A long word of which both ends are seen: where it has no room it is cut before its end. */
export function Ends({ of }: { of: string }) {
  return (
    <span className={styles.ends} title={of}>
      <span>{of.slice(0, -END)}</span>
      <span>{of.slice(-END)}</span>
    </span>
  );
}
