import type sharp from 'sharp';
import type { Metadata } from 'sharp';
import { refuse } from '../refusal.ts';
import { createTurns } from './turns.ts';

/** An image as it is stored: re-encoded, so nothing of what was sent travels on but its pixels. */
interface CleanImage {
  content: Buffer;
  mediaType: 'image/webp';
  width: number;
  height: number;
}

/** 25 megapixels: more than a phone's photo, less than what would fill the memory (30000 × 30000 does). */
const MAX_PIXELS = 25_000_000;
/** Of these: more bytes for each pixel cost a core as much as more pixels. */
const MAX_PIXEL_BYTES = 4 * MAX_PIXELS;
const MAX_SIDE = 1600;
const QUALITY = 82;
const TIMEOUT_S = 5;
/** Each takes a core for a third of a second: two at a time, and only so many wait. */
const AT_ONCE = 2;
const MAX_WAITING = 20;
const MAX_WAITING_OF_ONE = 3;

let library: Promise<typeof sharp> | undefined;

/** Loaded with the first image: a process that never sees one does not carry it. */
const loadLibrary = (): NonNullable<typeof library> =>
  (library ??= import('sharp').then(({ default: loaded }) => {
    loaded.concurrency(1);
    loaded.cache(false);
    // By default it reads SVG, PDF and what else it was built with.
    loaded.block({ operation: ['VipsForeignLoad'] });
    loaded.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return loaded;
  }));

/** How the three kinds begin; what a file says of its own type counts for nothing. */
const isKnownKind = (given: Buffer): boolean =>
  given.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  given.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
  (given.toString('latin1', 0, 4) === 'RIFF' && given.toString('latin1', 8, 12) === 'WEBP');

const inTurn = createTurns({
  atOnce: AT_ONCE,
  longestLine: MAX_WAITING,
  longestOwnLine: MAX_WAITING_OF_ONE,
  refuse: () => refuse('err_unavailable'),
});

/** What the pixels take in memory: a file of a few bytes can claim any number of them, each of up to eight bytes. */
const pixelBytes = ({ width, height, channels, depth }: Metadata): number =>
  width * height * channels * (depth === 'uchar' ? 1 : 2);

/**
 * Reads PNG, JPEG or WebP and writes it anew as WebP: upright, at most 1600 pixels a side, without metadata or anything
 * that was hidden beside the picture.
 * @param sender whose it is: one who brings many waits behind the own ones, not in front of everybody.
 * @throws err_media_type for anything else, err_image for one that cannot be read or is too large in pixels, err_unavailable
 */
export const cleanImage = async (given: Buffer, sender?: string): Promise<CleanImage> => {
  if (!isKnownKind(given)) refuse('err_media_type');
  return inTurn(
    async () => {
      const read = await loadLibrary();
      try {
        const image = read(given, {
          limitInputPixels: MAX_PIXELS,
          failOn: 'error',
          sequentialRead: true,
          autoOrient: true,
        });
        if (pixelBytes(await image.metadata()) > MAX_PIXEL_BYTES) return refuse('err_image');
        const { data, info } = await image
          .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: QUALITY })
          .timeout({ seconds: TIMEOUT_S })
          .toBuffer({ resolveWithObject: true });
        return { content: data, mediaType: 'image/webp', width: info.width, height: info.height };
      } catch {
        // Whatever the library says of a broken file is of no use to whoever sent it.
        return refuse('err_image');
      }
    },
    { subject: sender },
  );
};
