import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawings, recorded, sources, X2_VIDEO } from './drawings.ts';
import { ROOT } from '../step.ts';

const KB = 1000;

describe('the pictures of the product', () => {
  it.each(drawings())('$file is what the code draws now (node scripts/art/art.ts)', ({ file, svg }) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(svg);
  });

  it.each(Object.entries(sources()))(
    '%s was made from what the code draws now (scripts/art/art.ts, scripts/art/x2-video.ts)',
    (file, source) => {
      expect(recorded()[file]).toBe(source);
      expect(statSync(join(ROOT, file)).size).toBeGreaterThan(0);
    },
  );

  it('holds the video of the X2 page under 600 kB in each form', () => {
    for (const name of ['x2.webm', 'x2.mp4'])
      expect(statSync(join(ROOT, X2_VIDEO.folder, name)).size).toBeLessThan(600 * KB);
    expect(statSync(join(ROOT, X2_VIDEO.folder, 'x2-poster.webp')).size).toBeLessThan(40 * KB);
  });
});
