import styles from './welcome.module.css';

const CENTRE = { x: 160, y: 112 };
const TICKS = 48;

/** The scale of a dial around the block: every sixth mark is longer. */
export function Ticks() {
  return (
    <g className={styles.tick}>
      {Array.from({ length: TICKS }, (_, place) => {
        const angle = (place / TICKS) * 2 * Math.PI;
        const [inner, outer] = [place % 6 === 0 ? 88 : 91, 96];
        const at = (radius: number) =>
          `${(CENTRE.x + radius * Math.cos(angle)).toFixed(2)} ${(CENTRE.y + radius * Math.sin(angle)).toFixed(2)}`;
        return <path key={place} d={`M${at(inner)}L${at(outer)}`} />;
      })}
    </g>
  );
}

/** Our mark as a solid: a block of hashes with the X on its face. */
export function Block() {
  return (
    <g>
      <path className={styles.top} d="m160 62 46 26-46 26-46-26z" />
      <path className={styles.left} d="m114 88 46 26v52l-46-26z" />
      <path className={styles.right} d="m206 88-46 26v52l46-26z" />
      <path className={styles.edge} d="m160 62 46 26v52l-46 26-46-26V88zM114 88l46 26 46-26M160 114v52" />
      <path className={styles.rise} d="m138 96 44-16" />
      <path className={styles.fall} d="m138 80 14 5.100M168 90.900l14 5.100" />
    </g>
  );
}
