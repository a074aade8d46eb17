import x1 from '../../base/art/miner-x1.svg';
import x1Shared from '../../base/art/miner-x1-shared.svg';
import x2 from '../../base/art/miner-x2.svg';
import styles from './miner-art.module.css';

/** Drawn by packages/art, written by scripts/art/art.ts. */
const PICTURES = { x1, 'x1-shared': x1Shared, x2 };

/** The picture of a package of miners. Decoration: the words beside it say what it is. */
export function MinerArt({ kind }: { kind: keyof typeof PICTURES }) {
  return <img className={styles.art} src={PICTURES[kind]} width={320} height={280} alt="" decoding="async" />;
}
