import { describe, expect, it } from 'vitest';

import { nftPicture } from './nft.ts';

/** The collection of the specification: 10 000 rare, 1 000 legendary, 300 mythic. */
const rarityOf = (token: number) => (token <= 10_000 ? 'rare' : token <= 11_000 ? 'legendary' : 'mythic');
const pictures = Array.from({ length: 11_300 }, (_, index) => nftPicture(index + 1, rarityOf(index + 1)));

/** Every opened element is closed, every value quoted: the little grammar that the pictures use. */
const isWellFormed = (svg: string): boolean => {
  const open: string[] = [];
  const rest = svg.replaceAll(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<>&]*")*)(\/?)>/g,
    (_, close: string, name: string, __: string, empty: string) => {
      if (close && open.pop() !== name) return '!';
      if (!close && !empty) open.push(name);
      return '';
    },
  );
  return rest === '' && open.length === 0;
};

describe('the pictures of the collection', () => {
  it('draws 11,300 tokens, no two alike even without their ids', () => {
    const withoutIds = pictures.map((picture, index) => picture.replaceAll(`n${index + 1}`, 'n'));
    expect(new Set(withoutIds).size).toBe(11_300);
  });

  it('keeps each within 6 KB, all of it plain ASCII', () => {
    expect(Math.max(...pictures.map((picture) => picture.length))).toBeLessThanOrEqual(6 * 1024);
    expect(pictures.filter((picture) => /[^ -~]/.test(picture))).toEqual([]);
  });

  it('writes valid markup of shapes only, without text, script or links to elsewhere', () => {
    const broken = pictures.filter(
      (picture) =>
        !isWellFormed(picture) ||
        /<(?:script|text|image|style|foreignObject|use)|\bon\w+=|href|NaN|undefined/.test(picture),
    );
    expect(broken).toEqual([]);
  });

  it('gives every id the number of its token, so that many pictures can stand in one page', () => {
    const strangers = pictures.filter((picture, index) =>
      [...picture.matchAll(/(?:id="|url\(#)([^")]+)/g)].some(([, id]) => !id?.match(`^n${index + 1}[a-z]$`)),
    );
    expect(strangers).toEqual([]);
  });

  it('draws the same token the same way every time, and tells the rarities apart', () => {
    expect(nftPicture(77, 'rare')).toBe(nftPicture(77, 'rare'));
    expect(nftPicture(77, 'legendary')).not.toBe(nftPicture(77, 'rare'));
  });
});
