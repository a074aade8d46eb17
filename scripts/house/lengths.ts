import '../pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../step.ts';

/** No file of code, tests and styles included, is longer than this: CONTRIBUTING.md. */
const MOST_LINES = 400;
const OF_CODE = /\.(tsx?|[cm]?js|css|sol|py)$/;

/** Files that are too long, each as a line for people. */
export const findLong = (files: readonly { path: string; text: string }[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    return OF_CODE.test(path) && lines > MOST_LINES
      ? [`${path} has ${lines} lines of ${MOST_LINES}: it wants two files`]
      : [];
  });

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => OF_CODE.test(path) && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  const found = findLong(files);
  for (const line of found) process.stdout.write(`${line}\n`);
  if (files.length < 1000) throw new Error(`only ${files.length} files were looked at`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
