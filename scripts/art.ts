import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawings } from './drawings.ts';
import { ROOT } from './step.ts';

/** `node scripts/art.ts`: writes the drawings of `packages/art` to where the product uses them. `scripts/x2-video.ts` makes the video. */
for (const { file, svg } of drawings()) {
  const path = join(ROOT, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, svg);
  process.stdout.write(`${file} ${svg.length}\n`);
}
