import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY_KINDS, emptyPicture } from '@minerx/art/empty-picture';
import { illustration, ILLUSTRATIONS } from '@minerx/art/illustration';
import { appIcon, logo } from '@minerx/art/logo';
import { minerPicture } from '@minerx/art/miner-picture';
import { NEWS_KINDS, newsPicture } from '@minerx/art/news-picture';
import { NEWS_SIZE } from '@minerx/art/news-scene';
import { x2Scene } from '@minerx/art/x2-scene';
import { ROOT } from '../step.ts';

/** A file of the product that is a drawing of `packages/art`, as it must be now. */
type Drawing = { file: string; svg: string };

/** A file in dots that is made from a drawing. */
export type Raster = Drawing & { width: number; height: number; form: 'png' | 'webp' };

const MINERS = ['x1', 'x1-shared', 'x2'] as const;
const WEB_ART = 'apps/web/src/base/art';
const PUBLIC = 'apps/web/public';
const NEWS = 'apps/server/src/demo/news';

/** Parts of an icon's width that the mark takes: phones cut masks, Apple rounds corners. */
const MASKED = 0.6;
const ROUNDED = 0.72;

/** Drawings that the product carries as they are. */
export const drawings = (): Drawing[] => [
  { file: `${PUBLIC}/icon.svg`, svg: logo() },
  ...MINERS.map((kind) => ({ file: `${WEB_ART}/miner-${kind}.svg`, svg: minerPicture(kind) })),
  ...ILLUSTRATIONS.map((name) => ({ file: `${WEB_ART}/${name}.svg`, svg: illustration(name) })),
  ...EMPTY_KINDS.map((kind) => ({ file: `${WEB_ART}/empty-${kind}.svg`, svg: emptyPicture(kind) })),
];

const icon = (name: string, side: number, svg: string): Raster => ({
  file: `${PUBLIC}/icons/${name}.png`,
  svg,
  width: side,
  height: side,
  form: 'png',
});

/** Drawings that must be dots: icons of phones, and pictures that operators would upload. */
export const rasters = (): Raster[] => [
  icon('icon-192', 192, logo()),
  icon('icon-512', 512, logo()),
  icon('maskable-512', 512, appIcon(MASKED)),
  icon('apple-touch-180', 180, appIcon(ROUNDED)),
  ...NEWS_KINDS.map((kind): Raster => ({
    file: `${NEWS}/${kind}.webp`,
    svg: newsPicture(kind),
    ...NEWS_SIZE,
    form: 'webp',
  })),
];

/** The video of the X2 page: pictures a second, and how long its loop is. */
export const X2_VIDEO = { folder: 'apps/web/public/video', fps: 24, seconds: 6 } as const;

/** What the moving picture is made of: its first, and some on the way. */
const x2Source = (): string => [0, 0.17, 0.5, 0.83].map(x2Scene).join('');

/** Files that are made from drawings by other programs (pictures in dots, videos) → hash of what they were made from. */
export const sources = (): Record<string, string> => {
  const x2 = hashOf(`${x2Source()}${X2_VIDEO.fps}${X2_VIDEO.seconds}`);
  return Object.fromEntries([
    ...rasters().map(({ file, svg, width, height }) => [file, hashOf(`${svg}${width}x${height}`)] as const),
    ...['x2.webm', 'x2.mp4', 'x2-poster.webp'].map((name) => [`${X2_VIDEO.folder}/${name}`, x2] as const),
  ]);
};

/** Where the hashes of the last making stand, beside the code that makes. */
export const RECORD = 'scripts/art/drawn.json';

export const recorded = (): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, RECORD), 'utf8')) as Record<string, string>;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
