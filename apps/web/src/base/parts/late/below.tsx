import { startTransition, useEffect, useState, type ReactNode } from 'react';

interface BelowProps {
  /** So many frames after what stands above it. */
  frames?: number;
  /** In the shape of what will come. */
  skeleton: ReactNode;
  children: ReactNode;
}

/**
 * What stands further down a long screen, drawn once what is above it is in sight: in one piece its styles and its layout would keep
 * a slow phone from hearing a touch.
 */
export function Below({ frames = 1, skeleton, children }: BelowProps) {
  const [left, setLeft] = useState(frames);
  useEffect(() => {
    if (left === 0) return;
    const frame = requestAnimationFrame(() => startTransition(() => setLeft(left - 1)));
    return () => cancelAnimationFrame(frame);
  }, [left]);
  return left === 0 ? children : <div aria-busy="true">{skeleton}</div>;
}
