import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIZE_PICTURES } from '@minerx/art/prize';
import { describe, expect, it } from 'vitest';
import { PRIZE_FOLDER } from './prize-art.ts';

const pictures = Object.entries(PRIZE_PICTURES);

/** Names that a picture refers to, and names that it gives. */
const used = (svg: string) => [...svg.matchAll(/url\(#([\w-]+)\)/g)].map(([, id]) => id!);
const given = (svg: string) => [...svg.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id!);

describe('the pictures of Raya Blessings', () => {
  it('are in the web app exactly as they are drawn', () => {
    expect(readdirSync(PRIZE_FOLDER).sort()).toEqual(pictures.map(([name]) => `${name}.svg`).sort());
    for (const [name, draw] of pictures)
      expect(
        readFileSync(join(PRIZE_FOLDER, `${name}.svg`), 'utf8'),
        `${name}: run node scripts/art/prize-art.ts`,
      ).toBe(draw());
  });

  it.each(pictures)('%s is the same every time, whole, light and without words', (_, draw) => {
    const svg = draw();
    expect(draw()).toBe(svg);
    expect(svg).not.toMatch(/NaN|undefined|<text|<image|<script|<style|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
    expect(new Set(given(svg)).size).toBe(given(svg).length);
    expect(used(svg).filter((id) => !given(svg).includes(id))).toEqual([]);
    expect((svg.match(/<g[ >]/g) ?? []).length).toBe((svg.match(/<\/g>/g) ?? []).length);
    expect(svg.length).toBeLessThan(60_000);
  });
});
