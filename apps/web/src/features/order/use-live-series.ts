import { startTransition, useEffect, useMemo, useState } from 'react';
import { hashrates } from '../../feeds/hashrates.ts';
import type { MinutePoint } from './order-details.api.ts';
import { LiveRing, windowOf, type Series } from './series.ts';

const rings = new Map<string, LiveRing>();
/** Orders whose last minutes are kept when their screen is left. */
const KEPT_RINGS = 4;

/** The ring of an order: looking at another one and coming back finds the seconds seen before. */
function ringOf(serial: string): LiveRing {
  const ring = rings.get(serial) ?? new LiveRing();
  rings.delete(serial);
  rings.set(serial, ring);
  for (const old of [...rings.keys()].slice(0, -KEPT_RINGS)) rings.delete(old);
  return ring;
}

/** Takes every live reading of an order into its ring while the component is shown. */
export function useLiveRing(serial: string): LiveRing {
  const [ring] = useState(() => ringOf(serial));
  useEffect(() => hashrates.follow(serial, ({ ths, at }) => ring.push(Math.floor(at / 1000), ths)), [serial, ring]);
  return ring;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The window of the chart, made anew once a second; it stands still while the page is hidden. */
export function useLiveSeries(ring: LiveRing, minutes: readonly MinutePoint[], seconds: number): Series {
  const [now, setNow] = useState(nowSeconds);
  useEffect(() => {
    // The browser may draw a frame between two parts of this.
    const tick = () => !document.hidden && startTransition(() => setNow(nowSeconds()));
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return useMemo(() => windowOf(minutes, ring, now, seconds), [minutes, ring, now, seconds]);
}
