import { classes } from '@minerx/ui/classes';
import type { memberDashboard } from '@minerx/contract/announcement';
import type { ResultOf } from '@minerx/contract/call';
import styles from './nft-tiles.module.css';

export type Picture = ResultOf<typeof memberDashboard>['nft'][number];

interface TileProps {
  now: Picture;
  /** What it showed before: stays below while the new one fades in. */
  before: Picture | null;
}

/** One picture of the collection; a new one fades in over the old. */
export function Tile({ now, before }: TileProps) {
  return (
    <li className={styles.tile}>
      {before && <img key={before.nft_image} className="cover" src={before.nft_image} alt="" width="96" height="96" />}
      <img
        key={now.nft_image}
        className={classes('cover', before && styles.coming)}
        src={now.nft_image}
        alt={now.nft_name}
        width="96"
        height="96"
        decoding="async"
      />
    </li>
  );
}
