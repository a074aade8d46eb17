import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** Baselines are kept at this width: enough to see what a screen looked like, small enough to keep one of every screen. */
const KEPT_WIDTH = 195;
/** They are compared at this width, in grey: figures that moved on and edges of letters fade, a box that moved does not. */
const COMPARED_WIDTH = 65;
/** Steps of 256 by which a pixel may differ. */
const TOLERANCE = 28;
/** Share of pixels that may differ more. */
const ALLOWED = 0.02;

const compared = async (picture: Buffer): Promise<{ data: Buffer; height: number }> => {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#000' })
    .greyscale()
    .resize({ width: COMPARED_WIDTH, kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, height: info.height };
};

/** Share of the pixels that look different; all of them when the sizes differ. */
export const difference = async (one: Buffer, other: Buffer): Promise<number> => {
  const [a, b] = await Promise.all([compared(one), compared(other)]);
  if (a.height !== b.height) return 1;
  let different = 0;
  for (let at = 0; at < a.data.length; at += 1) {
    if (Math.abs(a.data[at]! - b.data[at]!) > TOLERANCE) different += 1;
  }
  return different / a.data.length;
};

/** What a look is compared with; null when there is nothing yet. */
export const baseline = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null);

/** Keeps a picture of a screen as the baseline. */
export const keep = async (file: string, picture: Buffer): Promise<void> => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await sharp(picture).resize({ width: KEPT_WIDTH }).webp({ quality: 60, effort: 6 }).toBuffer());
};

/** Whether a picture looks like its baseline. */
export const looksLike = async (picture: Buffer, kept: Buffer): Promise<boolean> =>
  (await difference(picture, kept)) <= ALLOWED;

/** Whether a baseline is still near enough to stay when new ones are taken: one that has drifted to the edge fails at the next figure that moves. */
export const stays = async (picture: Buffer, kept: Buffer): Promise<boolean> =>
  (await difference(picture, kept)) <= ALLOWED / 4;
