import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Picture } from './tile.tsx';
import { firstTiles, mayCome, nextPicture, scheduleSwaps } from './tile-swaps.ts';

interface Board {
  now: number[];
  before: (number | null)[];
}

/** Resolves when a picture can be drawn; rejects when it cannot be loaded. */
function loaded(address: string): Promise<void> {
  const picture = new Image();
  picture.src = address;
  return picture.decode();
}

/** Whether any of an element can be seen, and the page with it. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  const [awake, setAwake] = useState(!document.hidden);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true));
    observer.observe(place.current);
    const wake = () => setAwake(!document.hidden);
    document.addEventListener('visibilitychange', wake);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', wake);
    };
  }, [place]);
  return inView && awake;
}

/** What each tile shows and showed before. Nothing changes while it is paused or out of sight. */
export function useTiles(pictures: readonly Picture[], place: RefObject<HTMLElement | null>, paused: boolean): Board {
  const [board, setBoard] = useState<Board>(() => {
    const now = firstTiles(pictures.length, Math.random);
    return { now, before: now.map(() => null) };
  });
  const latest = useRef(board);
  const seen = useSeen(place);

  useEffect(() => {
    if (paused || !seen) return;
    let stopped = false;
    const swap = async (tile: number) => {
      const next = nextPicture(latest.current.now, tile, pictures.length, Math.random);
      const picture = next === null ? undefined : pictures[next];
      if (next === null || !picture) return;
      // A picture that cannot be loaded leaves the old one where it is.
      await loaded(picture.nft_image);
      const { now, before } = latest.current;
      if (stopped || !mayCome(next, now, tile, pictures.length)) return;
      latest.current = { now: now.with(tile, next), before: before.with(tile, now[tile] ?? null) };
      setBoard(latest.current);
    };
    const stop = scheduleSwaps((tile) => void swap(tile).catch(() => undefined), Math.random);
    return () => {
      stopped = true;
      stop();
    };
  }, [paused, seen, pictures]);
  return board;
}
