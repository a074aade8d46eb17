import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../base/session.ts';
import { makeStore } from '../../base/store.ts';

/** Members whose downline is open, by username: coming back to the screen finds the tree as it was left. */
const open = makeStore<ReadonlySet<string>>(new Set());

onSessionEnd(() => open.set(new Set()));

export const useIsOpen = (username: string): boolean =>
  useSyncExternalStore(open.subscribe, () => open.get().has(username));

/** Opens or closes a row; gives whether it is open now. */
export function toggleRow(username: string): boolean {
  const next = new Set(open.get());
  const opens = !next.delete(username);
  if (opens) next.add(username);
  open.set(next);
  return opens;
}
