import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minerPicture } from '@minerx/art/miner-picture';
import { x2Scene } from '@minerx/art/x2-scene';
import { ROOT } from './step.ts';

/** A file of the product that is a drawing of `packages/art`, as it must be now. */
export type Drawing = { file: string; svg: string };

const MINERS = ['x1', 'x1-shared', 'x2'] as const;
const WEB_ART = 'apps/web/src/base/art';

/** Drawings that the product carries as they are. */
export const drawings = (): Drawing[] =>
  MINERS.map((kind) => ({ file: `${WEB_ART}/miner-${kind}.svg`, svg: minerPicture(kind) }));

/** The video of the X2 page: pictures a second, and how long its loop is. */
export const X2_VIDEO = { folder: 'apps/web/public/video', fps: 24, seconds: 6 } as const;

/** What the moving picture is made of: its first, and some on the way. */
const x2Source = (): string => [0, 0.17, 0.5, 0.83].map(x2Scene).join('');

/** Files that are made from drawings by other programs (pictures in dots, videos) → hash of what they were made from. */
export const sources = (): Record<string, string> => {
  const x2 = hashOf(`${x2Source()}${X2_VIDEO.fps}${X2_VIDEO.seconds}`);
  return Object.fromEntries(['x2.webm', 'x2.mp4', 'x2-poster.webp'].map((name) => [`${X2_VIDEO.folder}/${name}`, x2]));
};

/** Where the hashes of the last making stand, beside the code that makes. */
export const RECORD = 'scripts/drawn.json';

export const recorded = (): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, RECORD), 'utf8')) as Record<string, string>;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
