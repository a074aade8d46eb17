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

/** How the group of shared units is filled, "3/10". */
export const queueLabel = (queued: number): string => `${queued}/${SHARED_GROUP_SIZE}`;
