/** 16:9 at three times the width of a phone's column. */
const WIDTH = 1248;
const HEIGHT = 702;
const QUALITY = 80;
/** As much as a phone's camera makes; more is a bomb. */
const MAX_PIXELS = 50_000_000;

/**
 * An operator's picture as it is kept: a WebP of at most 1248 × 702 without metadata, whatever came in.
 * @throws Error for what is no PNG, JPEG or WebP, is damaged, or is too large.
 */
export const encodePicture = async (source: Buffer): Promise<Buffer> => {
  if (!isPhoto(source)) throw new Error('the picture must be a PNG, JPEG or WebP');
  // Loaded here only: the processes that serve members need none of it.
  const { default: sharp } = await import('sharp');
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
};

/** By the first bytes: other loaders of the library, SVG's above all, never see the file. */
const isPhoto = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
  bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');
