import '../pinned-node.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { drawings, rasters, RECORD, recorded, sources, type Raster } from './drawings.ts';
import { ROOT } from '../step.ts';

/** `node scripts/art/art.ts`: writes the drawings of `packages/art` to where the product uses them. `scripts/art/x2-video.ts` makes the video. */
const place = (file: string): string => {
  const path = join(ROOT, file);
  mkdirSync(dirname(path), { recursive: true });
  return path;
};

/** Drawn at twice its size and made smaller: softer edges than the renderer's own. */
const make = async ({ file, svg, width, height, form }: Raster): Promise<void> => {
  const big = await sharp(Buffer.from(svg), { density: 72 * ((2 * width) / widthOf(svg)) })
    .resize(2 * width, 2 * height)
    .png()
    .toBuffer();
  const picture = sharp(big).resize(width, height);
  await (form === 'png' ? picture.png({ palette: true, effort: 10 }) : picture.webp({ quality: 78, effort: 6 })).toFile(
    place(file),
  );
};

/** In the drawing's own steps, which the renderer takes for pixels at 72 dots an inch. */
const widthOf = (svg: string): number => Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 1);

for (const { file, svg } of drawings()) writeFileSync(place(file), svg);
const made = recorded();
for (const raster of rasters()) {
  const source = sources()[raster.file];
  // What is made already stays byte for byte, whatever the renderer's version.
  if (source === undefined || made[raster.file] === source) continue;
  await make(raster);
  made[raster.file] = source;
  process.stdout.write(`${raster.file}\n`);
}
writeFileSync(join(ROOT, RECORD), `${JSON.stringify(made, null, 2)}\n`);
