import '../pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { ROOT } from '../step.ts';

/** Files and folders, tests with them: what somebody who opens the folder has to read. Hidden ones are their tools'. */
const ENTRIES_MAX = 25;

/** Lists rather than rooms: all entries are of one kind, stand under one name each, and nobody reads them from end to end. */
const LISTS: readonly RegExp[] = [
  /^apps\/server\/src\/db\/migrations$/,
  /^docs\/decisions$/,
  // One folder for each noun; a room above it would be a second name of the noun.
  /^apps\/server\/src\/modules$/,
  // One folder of ten files for each area of the texts.
  /^apps\/web\/src\/i18n\/locales$/,
  /^e2e\/looks\/baselines\/[^/]+$/,
];

/** Folders that want rooms, of files given by their paths. */
export const fullFolders = (files: readonly string[]): string[] => {
  const entries = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split('/');
    if (parts.some((part) => part.startsWith('.'))) continue;
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth]!));
    }
    entries.set('.', (entries.get('.') ?? new Set()).add(parts[0]!));
  }
  return [...entries]
    .filter(([folder, { size }]) => size > ENTRIES_MAX && !LISTS.some((list) => list.test(folder)))
    .map(([folder, { size }]) => `${folder} has ${size} entries, at most ${ENTRIES_MAX}: give it rooms`);
};

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const found = fullFolders(files);
  for (const line of found) process.stdout.write(`${line}\n`);
  if (files.length < 1000) throw new Error(`only ${files.length} files were looked at`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
