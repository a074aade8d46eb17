import '../pinned-node.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIZE_PICTURES } from '@minerx/art/prize';
import { ROOT } from '../step.ts';

/** `node scripts/art/prize-art.ts`: draws the pictures of Raya Blessings anew, as files that the web app imports. */

export const PRIZE_FOLDER = join(ROOT, 'apps/web/src/features/blessing/art');

if (process.argv[1] === import.meta.filename) {
  mkdirSync(PRIZE_FOLDER, { recursive: true });
  for (const [name, draw] of Object.entries(PRIZE_PICTURES)) writeFileSync(join(PRIZE_FOLDER, `${name}.svg`), draw());
}
