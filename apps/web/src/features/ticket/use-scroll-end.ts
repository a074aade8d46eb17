import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as reading the end. */
const NEAR_PX = 140;
/** The specification scrolls down after a second: images and late fonts have their place by then. */
const SETTLED_MS = 1000;

/**
 * Whether a conversation is (still) read at its end. Content that grows below moves the end away by itself: only who
 * scrolls up leaves it.
 * @param left pixels from the window's lower edge to the end
 * @internal
 */
export const staysAtEnd = (was: boolean, left: number, movedUp: boolean): boolean =>
  left < NEAR_PX || (was && !movedUp);

const toEnd = (behavior: ScrollBehavior) => window.scrollTo({ top: document.documentElement.scrollHeight, behavior });

/**
 * Keeps a conversation at its end while its reader is there, and where it is while its reader reads further up.
 * @param count all messages shown
 * @param own messages that the member has just written: sending one always leads to the end
 */
export function useScrollEnd(count: number, own: number): { hasNewBelow: boolean; scrollToEnd: () => void } {
  const isAtEnd = useRef(true);
  const before = useRef({ count, own });
  const [hasNewBelow, setHasNewBelow] = useState(false);

  useEffect(() => {
    let touched = false;
    let before = window.scrollY;
    const touch = () => (touched = true);
    const follow = () => {
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      isAtEnd.current = staysAtEnd(isAtEnd.current, left, window.scrollY < before);
      before = window.scrollY;
      if (isAtEnd.current) setHasNewBelow(false);
    };
    const settle = () => {
      if (!touched) toEnd('instant');
    };
    // The router scrolls a new screen to its top first.
    const frame = requestAnimationFrame(() => requestAnimationFrame(settle));
    const timer = setTimeout(settle, SETTLED_MS);
    for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      addEventListener(kind, touch, { passive: true });
    addEventListener('scroll', follow, { passive: true });
    // Whatever grows, a message, its buttons or what is being written: whoever is at the end stays there.
    const growth = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd('instant');
    });
    growth.observe(document.body);
    return () => {
      growth.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(kind, touch);
      removeEventListener('scroll', follow);
    };
  }, []);

  useLayoutEffect(() => {
    const wrote = own > before.current.own;
    const grew = count > before.current.count;
    before.current = { count, own };
    if (wrote || (grew && isAtEnd.current)) toEnd('instant');
    else if (grew) setHasNewBelow(true);
  }, [count, own]);

  return { hasNewBelow, scrollToEnd: () => toEnd('smooth') };
}
