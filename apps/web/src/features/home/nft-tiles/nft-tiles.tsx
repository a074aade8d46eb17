import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { useUi } from '@minerx/ui/ui-context';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { homeQuery } from '../../../base/home.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './nft-tiles.module.css';
import { Tile, type Picture } from './tile.tsx';
import { TILES } from './tile-swaps.ts';
import { useTiles } from './use-tiles.ts';

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Pictures of the collection that take turns, with the way to the page about it; nothing while there are none. */
export default function NftTiles() {
  const { data, isError } = useQuery(homeQuery);
  if (data?.nft.length) return <Board pictures={data.nft} />;
  return data || isError ? null : <Waiting />;
}

function Board({ pictures: given }: { pictures: readonly Picture[] }) {
  const { t } = useTexts();
  const { Link } = useUi();
  // The list of the first answer, for as long as the tiles stand: they are numbered by it.
  const [pictures] = useState(given);
  const [paused, setPaused] = useState(prefersStill);
  const place = useRef<HTMLUListElement>(null);
  const { now, before } = useTiles(pictures, place, paused);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <Link to="/home/nft" className={styles.link}>
            {t('home.nft')}
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </h2>
        <IconButton
          className={styles.pause}
          label={paused ? t('home.nft.play') : t('home.nft.pause')}
          icon={paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
          onClick={() => setPaused(!paused)}
        />
      </div>
      <ul ref={place} className={styles.tiles} aria-label={t('home.nft')}>
        {now.map((picture, tile) => {
          const shown = pictures[picture];
          const last = before[tile];
          return shown && <Tile key={tile} now={shown} before={last == null ? null : (pictures[last] ?? null)} />;
        })}
      </ul>
    </Card>
  );
}

function Waiting() {
  const { t } = useTexts();
  return (
    <Card className={styles.card} aria-busy="true">
      <div className={styles.head}>
        <h2 className={styles.title}>{t('home.nft')}</h2>
      </div>
      <div className={styles.tiles}>
        {Array.from({ length: TILES }, (_, tile) => (
          <span key={tile} className={styles.tile} />
        ))}
      </div>
    </Card>
  );
}
