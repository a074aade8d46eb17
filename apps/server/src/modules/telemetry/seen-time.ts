/** Seconds from 1970 UTC; `toS` not included. */
export interface Stretch {
  fromS: number;
  toS: number;
}

/** Stretches beyond this many are forgotten, oldest first; the database holds full minutes against what it is told twice. */
const STRETCHES_KEPT = 200;

/** Adds a stretch to a list that is in order and without overlap, and stays so. */
export const addSeen = (seen: Stretch[], { fromS, toS }: Stretch): void => {
  const last = seen.at(-1);
  if (last?.toS === fromS) {
    last.toS = toS;
    return;
  }
  const all = [...seen, { fromS, toS }].sort((a, b) => a.fromS - b.fromS);
  seen.length = 0;
  for (const each of all) {
    const before = seen.at(-1);
    if (before !== undefined && before.toS >= each.fromS) before.toS = Math.max(before.toS, each.toS);
    else seen.push(each);
  }
  if (seen.length > STRETCHES_KEPT) seen.shift();
};

/** A stretch in parts, each wholly seen or wholly not. */
export const splitBySeen = (seen: readonly Stretch[], { fromS, toS }: Stretch): (Stretch & { isSeen: boolean })[] => {
  const parts: (Stretch & { isSeen: boolean })[] = [];
  let at = fromS;
  for (const each of seen) {
    if (each.toS <= at || each.fromS >= toS) continue;
    if (each.fromS > at) parts.push({ fromS: at, toS: each.fromS, isSeen: false });
    const end = Math.min(each.toS, toS);
    parts.push({ fromS: Math.max(at, each.fromS), toS: end, isSeen: true });
    at = end;
  }
  if (at < toS) parts.push({ fromS: at, toS, isSeen: false });
  return parts;
};
