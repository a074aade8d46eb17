import '../../../scripts/pinned-node.ts';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOver, measureSizes, type SizeLine } from './sizes.ts';

/** `node build/size-check.ts [dist]`: the sizes of a build beside the goals B1, B2 and B8; ends with 1 when one is over. */

/** Scripts of less are nobody's trouble. */
const SHOWN_KB = 3;

const dist = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)));
const row = (line: SizeLine) =>
  `${isOver(line) ? '✗' : ' '} ${`${line.kind} ${line.of}`.padEnd(34)} ${line.kb.toFixed(1).padStart(7)} kB${line.limit === null ? '' : ` of ${line.limit}`}\n`;

const lines = measureSizes(dist);
const shown = lines.filter((line) => line.kind !== 'script' || line.kb >= SHOWN_KB || isOver(line));
process.stdout.write(shown.map(row).join(''));
const over = lines.filter(isOver);
if (over.length > 0) {
  process.stderr.write(`\n${over.length} over the limit; what to do: docs/decisions/006\n${over.map(row).join('')}`);
  process.exitCode = 1;
}
