import '../../../scripts/pinned-node.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What an operator's browser loads before the first screen: script and style of the entry, gzip, in kB of 1000 bytes. */
const FIRST_LOAD_KB = 130;
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
if (first === 0 || first > FIRST_LOAD_KB || whole > WHOLE_KB) process.exitCode = 1;
