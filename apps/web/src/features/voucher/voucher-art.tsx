import styles from './voucher-art.module.css';

/** Our own drawing of a voucher that becomes a miner. */
export function VoucherArt() {
  return (
    <svg className={styles.art} viewBox="0 0 320 132" fill="none" aria-hidden="true">
      <path
        className={styles.paper}
        d="M28 22h264a10 10 0 0 1 10 10v20a14 14 0 0 0 0 28v20a10 10 0 0 1-10 10H28a10 10 0 0 1-10-10V80a14 14 0 0 0 0-28V32a10 10 0 0 1 10-10z"
      />
      <path className={styles.tear} d="M212 32v68" />
      <circle className={styles.well} cx="257" cy="66" r="26" />
      <g className={styles.blades}>
        {[0, 72, 144, 216, 288].map((turn) => (
          <path key={turn} transform={`translate(257 66) rotate(${turn})`} d="M0 0c2-9 11-12 8-20-8-2-12 10-8 20z" />
        ))}
      </g>
      <circle className={styles.rim} cx="257" cy="66" r="26" />
      <circle className={styles.hub} cx="257" cy="66" r="5" />
      <path className={styles.title} d="M40 48h84" />
      <path className={styles.line} d="M40 66h140M40 84h52" />
      {[0, 1, 2, 3].map((group) => (
        <rect key={group} className={styles.group} x={104 + group * 24} y="77" width="18" height="14" rx="3" />
      ))}
    </svg>
  );
}
