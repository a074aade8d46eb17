import { useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/texts.ts';

const TICK_MS = 10_000;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all that is shown, and none where nothing is. */
function onTick(tick: () => void): () => void {
  waiting.add(tick);
  timer ??= setInterval(() => waiting.forEach((each) => each()), TICK_MS);
  return () => {
    waiting.delete(tick);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago something was, or how long it takes yet. Whoever shows it is drawn anew when its words change, and only then. */
export function useRelative(at: Date | string): string {
  const { format } = useTexts();
  const words = () => format.relative(at);
  return useSyncExternalStore(onTick, words, words);
}
