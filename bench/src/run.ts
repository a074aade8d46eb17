import '../../scripts/pinned-node.ts';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** `npm run bench` runs every row; `npm run bench -- s1 s8` those that are named, `b1` the browser's. One after the other, each in its own process. */
const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const scriptsIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => pattern.test(file))
    .sort((a, b) => Number(/\d+/.exec(a)![0]) - Number(/\d+/.exec(b)![0]))
    .map((file) => join(folder, file));
const scripts = [...scriptsIn('.', /^s\d+-.*\.ts$/), ...scriptsIn('web', /^b\d+-.*\.ts$/)].filter(
  (file) => wanted.length === 0 || wanted.includes(basename(file).split('-')[0]!),
);

let failed = 0;
for (const script of scripts) {
  console.log(`\n${script}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script)], { stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
if (failed > 0) {
  console.error(`${failed} of ${scripts.length} benchmarks failed`);
  process.exitCode = 1;
}
