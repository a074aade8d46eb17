import { readFileSync, statSync } from 'node:fs';

/** How long a build may be gone before it is noticed. */
const LOOK_MS = 1000;

/** What a file of a build says, kept; read anew when a new build takes its place. While there is none, what was known last. */
export const keepFile = <T>(file: string, unknown: T, read: (text: string) => T): (() => T) => {
  let known = unknown;
  let [lookedAt, changedAt] = [-Infinity, 0];
  const look = () => {
    lookedAt = performance.now();
    const now = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? changedAt;
    if (now === changedAt) return;
    known = read(readFileSync(file, 'utf8'));
    changedAt = now;
  };
  return () => {
    if (performance.now() - lookedAt > LOOK_MS) look();
    return known;
  };
};
