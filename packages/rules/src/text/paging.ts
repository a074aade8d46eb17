import { SHARED_GROUP_SIZE } from '../miner/miner-package.ts';

/** Rows of a page where a client names no size. */
export const PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 100;

/** Rows before a page; pages count from 1. */
export const pageOffset = (page: number, pageSize: number): number => (page - 1) * pageSize;

/** Pages that `total` rows fill; an empty list has one (empty) page. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/** A list that scrolls on stops at the first page that is not full. */
export const isLastPage = (rows: number, pageSize: number): boolean => rows < pageSize;

/** English ordinal: 1st, 2nd, 3rd, 4th, 11th to 13th, 21st … @internal */
export const ordinal = (n: number): string => {
  const tens = n % 100;
  if (tens >= 11 && tens <= 13) return `${n}th`;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${n}${endings[n % 10] ?? 'th'}`;
};

/** How the group of shared units is filled, "3/10". */
export const queueLabel = (queued: number): string => `${queued}/${SHARED_GROUP_SIZE}`;
