import { useState, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function add(more: 1 | -1): void {
  open += more;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something is being decided, until the returned function is called. */
export function beginDecision(): () => void {
  add(1);
  return () => add(-1);
}

/**
 * What a page asks for by itself, as it was when a decision over it began: what came of that stands in the decision's dialog, which
 * would go with the row or the button that it hangs on.
 */
export function useStill<T>(data: T): T {
  const isDeciding = useSyncExternalStore(subscribe, () => open > 0);
  const [kept, setKept] = useState(data);
  if (isDeciding) return kept;
  if (kept !== data) setKept(data);
  return data;
}
