import styles from './fingerprint.module.css';

const GROUP = /.{1,4}/g;

/** A hash as one reads it aloud: groups of four, in full. */
export function Fingerprint({ hex }: { hex: string }) {
  return (
    <code className={styles.hash} translate="no">
      {(hex.match(GROUP) ?? []).map((group, place) => (
        <span key={place}>{group}</span>
      ))}
    </code>
  );
}

/** Its beginning and end, where there is little room. */
export const shortHash = (hex: string): string => `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-4)}`;
