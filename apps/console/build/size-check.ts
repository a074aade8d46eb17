import '../../../scripts/pinned-node.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What an operator's browser loads before the first screen: script and style of the entry, gzip, in kB of 1000 bytes (goal 130; this is what was reached). */
const FIRST_LOAD_KB = 117;
/** All of it, screens that are opened later included. */
const WHOLE_KB = 200;

const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url));
const weigh = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(assets + file), { level: 9 }).length, 0) / 1000;

const code = readdirSync(assets).filter((file) => /\.(?:js|css)$/.test(file));
// The page names its script, its style, and every part that the script needs at once.
const page = readFileSync(fileURLToPath(new URL('../dist/index.html', import.meta.url)), 'utf8');
const first = weigh(code.filter((file) => page.includes(`/assets/${file}`)));
const whole = weigh(code);
process.stdout.write(
  `console: first load ${first.toFixed(1)} of ${FIRST_LOAD_KB} kB, whole ${whole.toFixed(1)} of ${WHOLE_KB} kB\n`,
);

/** What a file needs before it runs. */
const needed = new Map(
  code.map((file) => [
    file,
    [...readFileSync(assets + file, 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
      ([, name]) => name!,
    ),
  ]),
);
/** Files that need each other: whichever runs first finds the other empty. */
const findCycle = (file: string, path: readonly string[] = []): readonly string[] | null => {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  for (const next of needed.get(file) ?? []) {
    const cycle = findCycle(next, [...path, file]);
    if (cycle !== null) return cycle;
  }
  return null;
};
const cycle = code.map((file) => findCycle(file)).find((found) => found !== null);
if (cycle) process.stdout.write(`console: ${cycle.join(' needs ')}\n`);

if (cycle || first === 0 || first > FIRST_LOAD_KB || whole > WHOLE_KB) process.exitCode = 1;
