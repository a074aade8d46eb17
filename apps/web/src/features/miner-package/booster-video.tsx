import { useEffect, useRef, useState } from 'react';
import styles from './booster-hero.module.css';

const FOLDER = '/video';
const POSTER = `${FOLDER}/x2-poster.webp`;
const SIDE = 720;

/** What browsers tell of the member's wish to load little; not in the types yet. */
type Connection = { saveData?: boolean };

/** True when the stage may move: motion is welcome, and so is the half megabyte that it weighs. @internal */
export const mayMove = (
  reduced: boolean = matchMedia('(prefers-reduced-motion: reduce)').matches,
  connection: Connection | undefined = (navigator as Navigator & { connection?: Connection }).connection,
): boolean => !reduced && connection?.saveData !== true;

/** The stage of the X2 page: a loop, or its still for those who asked for less motion or fewer data. Rests while nobody sees it. */
export function BoosterVideo({ paused, onStill }: { paused: boolean; onStill: (still: boolean) => void }) {
  const [still, setStill] = useState(() => !mayMove());
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    const input = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => setStill(!mayMove(input.matches));
    input.addEventListener('change', follow);
    return () => input.removeEventListener('change', follow);
  }, []);
  useEffect(() => onStill(still), [still, onStill]);

  useEffect(() => {
    const player = video.current;
    if (!player) return;
    let seen = true;
    const follow = () => {
      if (paused || document.hidden || !seen) player.pause();
      // A browser that saves power refuses to play: the still stays.
      else player.play().catch(() => undefined);
    };
    const watcher = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting ?? true;
      follow();
    });
    watcher.observe(player);
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      watcher.disconnect();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [paused, still]);

  if (still) return <img className={styles.stage} src={POSTER} width={SIDE} height={SIDE} alt="" />;
  return (
    <video
      ref={video}
      className={styles.stage}
      width={SIDE}
      height={SIDE}
      poster={POSTER}
      muted
      loop
      playsInline
      preload="none"
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
    >
      <source src={`${FOLDER}/x2.webm`} type="video/webm" />
      <source src={`${FOLDER}/x2.mp4`} type="video/mp4" />
    </video>
  );
}
