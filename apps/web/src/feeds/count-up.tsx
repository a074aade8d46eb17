import { useEffect, useRef, useState } from 'react';

/** Specification §4: half a second from the old value to the new one. */
const DURATION_MS = 500;

/** What a figure shows on its way from one value to the next, quick at first and calm at the end. @internal */
export function countedUp(from: number, to: number, elapsedMs: number): number {
  const share = Math.max(0, elapsedMs / DURATION_MS);
  return share >= 1 ? to : from + (to - from) * (1 - (1 - share) ** 3);
}

/** Half a second from the old value to the new one; at once under reduced motion and while the page is hidden. */
export function CountUp({ value, format }: { value: number; format: (value: number) => string }) {
  const [shown, setShown] = useState(0);
  const from = useRef(0);
  useEffect(() => {
    const start = from.current;
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (still || start === value) {
      from.current = value;
      setShown(value);
      return;
    }
    let frame = 0;
    const began = performance.now();
    const step = (now: number) => {
      from.current = countedUp(start, value, now - began);
      setShown(from.current);
      if (from.current !== value) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return <>{format(shown)}</>;
}
