import { Block, Ticks } from './art.tsx';
import styles from './welcome.module.css';

/** A block under a measuring dial, wired to what it was measured from and to the receipt that it leaves. */
export function WelcomeArt() {
  return (
    <svg className={styles.art} viewBox="0 0 320 220" fill="none" aria-hidden="true">
      <circle className={styles.halo} cx="160" cy="112" r="72" />
      <Ticks />
      <path className={styles.reading} d="M85.220 149.860A84 84 0 0 1 214.560 48.120" />
      <path className={styles.wire} d="M54 74h22l24 22M54 150h26l20-16M222 118h22" />
      <Block />
      <Cabinet y={56} />
      <Cabinet y={132} />
      <Receipt />
      <circle className={styles.dot} cx="214.560" cy="48.120" r="6" />
    </svg>
  );
}

/** A miner with its lamps. */
function Cabinet({ y }: { y: number }) {
  return (
    <g transform={`translate(10 ${y})`}>
      <rect className={styles.paper} width="44" height="36" rx="7" />
      <path className={styles.line} d="M10 12h14M10 24h14" />
      <circle className={styles.live} cx="34" cy="12" r="3" />
      <circle className={styles.live} cx="34" cy="24" r="3" />
    </g>
  );
}

function Receipt() {
  return (
    <g transform="translate(244 78)">
      <path
        className={styles.paper}
        d="M6 0h54a6 6 0 0 1 6 6v78l-8.250-6-8.250 6-8.250-6-8.250 6-8.250-6-8.250 6-8.250-6L0 84V6a6 6 0 0 1 6-6z"
      />
      <path className={styles.line} d="M12 18h26M12 32h34M12 46h20" />
      <path className={styles.done} d="m40 56 6 6 11-13" />
    </g>
  );
}
