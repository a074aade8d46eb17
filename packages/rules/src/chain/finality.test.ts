import { describe, expect, it } from 'vitest';
import { finalBlock, isFinal } from './finality.ts';

describe('the highest final block', () => {
  it.each([
    [100, 15, 98, 86],
    [100, 15, 60, 60],
    [100, 1, 100, 100],
    [3, 15, 1, -11],
    [5000, 20, -1, -1],
  ])('head %d, %d confirmations, the chain says %d: %d', (head, confirmations, finalized, expected) => {
    expect(finalBlock(head, confirmations, finalized)).toBe(expected);
  });
});

describe('a block', () => {
  it('is final with the confirmations and the chain’s word', () => {
    expect(isFinal(10, 24, 22, 15)).toBe(true);
    expect(isFinal(10, 23, 22, 15)).toBe(false);
    expect(isFinal(10, 24, 9, 15)).toBe(false);
  });

  it('is not final by any number of blocks while the chain does not say so', () => {
    expect(isFinal(10, 54, 9, 15)).toBe(false);
    expect(isFinal(10, 100_000, 9, 15)).toBe(false);
  });
});
