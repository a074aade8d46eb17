import '../pinned-node.ts';
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCENE, x2Scene } from '@minerx/art/x2-scene';
import sharp from 'sharp';
import { RECORD, recorded, sources, X2_VIDEO } from './drawings.ts';
import { ROOT } from '../step.ts';

/**
 * `node scripts/art/x2-video.ts`: the looping video behind the X2 page, from our own drawing, and its still. Needs ffmpeg with
 * libvpx and x264: a tool of the workshop, the product carries the result.
 */
const FRAMES = X2_VIDEO.fps * X2_VIDEO.seconds;
const folder = join(ROOT, X2_VIDEO.folder);
const frames = join(tmpdir(), `x2-frames-${process.pid}`);

const numbers = Array.from({ length: FRAMES }, (_, index) => index);

const renderRest = async (): Promise<void> => {
  for (let frame = numbers.shift(); frame !== undefined; frame = numbers.shift()) {
    await sharp(Buffer.from(x2Scene(frame / FRAMES)))
      .png({ compressionLevel: 1 })
      .toFile(join(frames, `${String(frame).padStart(4, '0')}.png`));
  }
};

const ffmpeg = (...output: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const input = [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      '-framerate',
      String(X2_VIDEO.fps),
      '-i',
      join(frames, '%04d.png'),
    ];
    // Nothing of the machine or the moment goes into the file.
    const plain = [
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      '-an',
      '-pix_fmt',
      'yuv420p',
    ];
    const child = spawn('ffmpeg', [...input, ...plain, ...output], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });

mkdirSync(frames, { recursive: true });
mkdirSync(folder, { recursive: true });
try {
  await Promise.all(Array.from({ length: availableParallelism() }, renderRest));
  const keyframes = ['-g', String(FRAMES)];
  const vp9 = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '47',
    '-row-mt',
    '1',
    '-deadline',
    'good',
    '-cpu-used',
    '1',
    '-auto-alt-ref',
    '1',
    '-lag-in-frames',
    '25',
    ...keyframes,
  ];
  await ffmpeg(...vp9, join(folder, 'x2.webm'));
  const h264 = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-tune',
    'animation',
    '-profile:v',
    'main',
    '-crf',
    '31',
    '-movflags',
    '+faststart',
    ...keyframes,
  ];
  await ffmpeg(...h264, join(folder, 'x2.mp4'));
  await sharp(Buffer.from(x2Scene(0)))
    .resize(SCENE, SCENE)
    .webp({ quality: 74, effort: 6 })
    .toFile(join(folder, 'x2-poster.webp'));
} finally {
  rmSync(frames, { recursive: true, force: true });
}
const made = Object.entries(sources()).filter(([file]) => file.startsWith(X2_VIDEO.folder));
writeFileSync(join(ROOT, RECORD), `${JSON.stringify({ ...recorded(), ...Object.fromEntries(made) }, null, 2)}\n`);
