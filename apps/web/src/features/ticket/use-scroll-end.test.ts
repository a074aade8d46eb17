import { expect, test } from 'vitest';
import { staysAtEnd } from './use-scroll-end.ts';

test('a picture that takes its place below leaves a reader of the end at the end', () => {
  expect(staysAtEnd(true, 300, false)).toBe(true);
});

test('who scrolls up leaves the end, and comes back to it by scrolling near', () => {
  expect(staysAtEnd(true, 300, true)).toBe(false);
  expect(staysAtEnd(false, 300, false)).toBe(false);
  expect(staysAtEnd(false, 100, false)).toBe(true);
  expect(staysAtEnd(true, 20, true)).toBe(true);
});
