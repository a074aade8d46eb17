import { deflateSync } from 'node:zlib';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanImage } from './image.ts';

const photo = (more: Partial<{ width: number; height: number }> = {}) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#2a6', ...more } });

/** A PNG that says it is 30000 × 30000, in a few hundred bytes. */
const bombPng = (): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + 30_000 / 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 30_000 }, () => row)), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const SECRETS = ['3 Jalan Ampang', 'GPSLatitude', '<script>', 'PK\u0003\u0004', 'Exif', 'ICC_PROFILE'];

describe('an image', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('of type %s is written anew as WebP', async (format) => {
    const { content, width, height, mediaType } = await cleanImage(await photo().toFormat(format).toBuffer());
    expect([mediaType, width, height]).toEqual(['image/webp', 640, 480]);
    expect(content.toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('is at most 1600 pixels a side, and never made larger', async () => {
    const { width, height } = await cleanImage(await photo({ width: 4000, height: 2000 }).jpeg().toBuffer());
    expect([width, height]).toEqual([1600, 800]);
  });

  it('loses the place where it was taken, and stands upright', async () => {
    const taken = await photo()
      .withExif({
        IFD0: { ImageDescription: '3 Jalan Ampang' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 9/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    const { content, width, height } = await cleanImage(taken);
    expect([width, height]).toEqual([480, 640]);
    const { exif, icc, xmp, orientation } = await sharp(content).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    for (const secret of SECRETS) expect(content.includes(Buffer.from(secret, 'latin1'))).toBe(false);
  });

  it('leaves behind what was hidden after it', async () => {
    const polyglot = Buffer.concat([
      await photo().jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\u0003\u0004', 'latin1'),
    ]);
    const { content } = await cleanImage(polyglot);
    for (const secret of SECRETS) expect(content.includes(Buffer.from(secret, 'latin1'))).toBe(false);
  });

  it('that would fill the memory is refused before it is read', async () => {
    const bomb = bombPng();
    expect(bomb.length).toBeLessThan(200_000);
    await expect(cleanImage(bomb)).rejects.toMatchObject({ code: 'err_image' });
  });

  it('is refused when its pixels take more than a photo does, however few they are', async () => {
    const deep = sharp({ create: { width: 4000, height: 4000, channels: 4, background: '#2a68' } });
    const given = await deep.toColourspace('rgb16').png({ compressionLevel: 9 }).toBuffer();
    expect((await sharp(given).metadata()).depth).toBe('ushort');
    await expect(cleanImage(given)).rejects.toMatchObject({ code: 'err_image' });
  });

  it('of one who brings many does not stand in front of the others', async () => {
    const jpeg = await photo().jpeg().toBuffer();
    const mine = Array.from({ length: 10 }, () => cleanImage(jpeg, 'm1'));
    const others = Array.from({ length: 20 }, (_, index) => cleanImage(jpeg, `m${index + 2}`));
    const outcomes = await Promise.allSettled(mine);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await Promise.all(others)).toHaveLength(20);
  });

  it('is refused when it is another kind of file, whatever it says', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const gif = await photo().gif().toBuffer();
    const tiff = await photo().tiff().toBuffer();
    for (const other of [Buffer.from(svg), Buffer.from('%PDF-1.7'), Buffer.from('<html>'), gif, tiff, Buffer.alloc(0)])
      await expect(cleanImage(other)).rejects.toMatchObject({ code: 'err_media_type' });
  });

  it('is refused when it only begins like one', async () => {
    const cut = (await photo().png().toBuffer()).subarray(0, 60);
    const svg = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]);
    for (const broken of [cut, svg]) await expect(cleanImage(broken)).rejects.toMatchObject({ code: 'err_image' });
  });

  it('takes its turn when many come at once', async () => {
    const jpeg = await photo().jpeg().toBuffer();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => cleanImage(jpeg)));
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBe(22);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code);
    expect(new Set(refused)).toEqual(new Set(['err_unavailable']));
    expect((await cleanImage(jpeg)).width).toBe(640);
  });
});
