import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Specification §4: half a second from the old value to the new one. */
const DURATION_MS = 500;
/** Thirty figures a second move; more would cost a slow phone its frames. */
const STEP_MS = 1000 / 30;
/** The clock of the frames is not exact. */
const EARLY_MS = 4;

/** What a figure shows on its way from one value to the next, quick at first and calm at the end. @internal */
export function countedUp(from: number, to: number, elapsedMs: number): number {
  const share = Math.max(0, elapsedMs / DURATION_MS);
  return share >= 1 ? to : from + (to - from) * (1 - (1 - share) ** 3);
}

/**
 * Half a second from the old value to the new one; at once under reduced motion and while the page is hidden. What it shows on the way
 * it writes itself: drawing anew for every frame costs a slow phone the frame.
 */
export function CountUp({ value, format }: { value: number; format: (value: number) => string }) {
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(0);
  const write = () => {
    const { firstChild } = place.current!;
    const text = format(shown.current);
    // Other words of the same text: a new one would have to be styled.
    if (firstChild instanceof Text) firstChild.data = text;
    else place.current!.textContent = text;
  };
  useLayoutEffect(write);
  const show = useEffectEvent((figure: number) => {
    shown.current = figure;
    write();
  });
  useEffect(() => {
    const start = shown.current;
    if (start === value) return;
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return show(value);
    let frame = 0;
    const began = performance.now();
    let next = began;
    const step = (now: number) => {
      if (now >= next - EARLY_MS) {
        show(countedUp(start, value, now - began));
        next = now + STEP_MS;
      }
      if (shown.current !== value) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return <span ref={place} />;
}
