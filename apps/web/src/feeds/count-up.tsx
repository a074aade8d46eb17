import { useEffect, useRef, useState } from 'react';
import { countedUp } from './counted-up.ts';

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
