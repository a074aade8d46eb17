import { describe, expect, it } from 'vitest';
import {
  COLLECTION_SIZE,
  isNftToken,
  NFT_CATEGORIES,
  nftCategoryOf,
  nftName,
  SHOWCASE_TOKENS,
} from './nft-collection.ts';

describe('the collection', () => {
  // proves 9: collection of 11,300: 10,000, 1,000 and 300
  it('has 11,300 tokens: 10,000 rare, 1,000 legendary, 300 mythic', () => {
    const counts: Record<string, number> = {};
    for (let token = 1; token <= COLLECTION_SIZE; token += 1) {
      const { name } = nftCategoryOf(token);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(COLLECTION_SIZE).toBe(11_300);
    expect(counts).toEqual({ rare: 10_000, legendary: 1_000, mythic: 300 });
    expect(NFT_CATEGORIES.map(({ size }) => size)).toEqual([10_000, 1_000, 300]);
  });

  it('knows no token below 1, above 11,300 or between two', () => {
    for (const token of [0, -1, 1.5, 11_301, Number.NaN]) {
      expect(isNftToken(token)).toBe(false);
      expect(() => nftCategoryOf(token)).toThrow(RangeError);
    }
  });

  it('shows 84 different tokens of every category: three for each of the 28 tiles', () => {
    expect(new Set(SHOWCASE_TOKENS).size).toBe(3 * 28);
    expect(SHOWCASE_TOKENS.every(isNftToken)).toBe(true);
    expect(new Set(SHOWCASE_TOKENS.map((token) => nftCategoryOf(token).name)).size).toBe(3);
  });

  it('calls its tokens by five digits', () => {
    expect([nftName(7), nftName(11_300)]).toEqual(['AOG #00007', 'AOG #11300']);
  });
});
