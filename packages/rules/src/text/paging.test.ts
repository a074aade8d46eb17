import { expect, it } from 'vitest';
import { isLastPage, MAX_PAGE_SIZE, pageCount, pageOffset, PAGE_SIZE, queueLabel } from './paging.ts';

// proves 9: pages of 8
it('pages by eight, at most by a hundred', () => {
  expect([PAGE_SIZE, MAX_PAGE_SIZE]).toEqual([8, 100]);
  expect([pageOffset(1, 8), pageOffset(3, 8)]).toEqual([0, 16]);
  expect([0, 1, 8, 9].map((total) => pageCount(total, 8))).toEqual([1, 1, 1, 2]);
});

// proves 9: lists stop at a page with fewer than 8 rows
it('stops at the first page that is not full', () => {
  expect([0, 7, 8].map((rows) => isLastPage(rows, 8))).toEqual([true, true, false]);
});

it('shows the group as n/10', () => {
  expect(queueLabel(3)).toBe('3/10');
});
