import { useMemo, useSyncExternalStore } from 'react';
import type { TeamNode } from '@minerx/contract/team';
import { openRows } from './open-rows.ts';
import { loadedDownline, onDownline } from './team.api.ts';
import { linesBelow, linesOf, type TreeLine } from './tree-lines.ts';

let version = 0;
const readVersion = (): number => version;
const subscribe = (listener: () => void): (() => void) =>
  onDownline(() => {
    version += 1;
    listener();
  });

/** The tree as a flat list of lines, of one member or of the viewer's first level: drawn anew when rows open or arrive. */
export function useTreeLines(root: TeamNode | null): readonly TreeLine[] {
  const open = useSyncExternalStore(openRows.subscribe, openRows.get);
  const loads = useSyncExternalStore(subscribe, readVersion);
  return useMemo(
    () => (root === null ? linesBelow(null, 0, open, loadedDownline) : linesOf([root], 0, open, loadedDownline)),
    // What is loaded is read from the cache; `loads` says that it has changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [root, open, loads],
  );
}
