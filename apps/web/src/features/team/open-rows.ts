import { onSessionEnd } from '../../base/session.ts';
import { makeStore } from '../../base/storage/store.ts';

/** Members whose downline is open, by username: coming back to the screen finds the tree as it was left. */
export const openRows = makeStore<ReadonlySet<string>>(new Set());

onSessionEnd(() => openRows.set(new Set()));

/** Opens or closes a row; gives whether it is open now. */
export function toggleRow(username: string): boolean {
  const next = new Set(openRows.get());
  const opens = !next.delete(username);
  if (opens) next.add(username);
  openRows.set(next);
  return opens;
}
