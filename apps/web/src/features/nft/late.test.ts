import { HOUR_MS } from '@minerx/rules/duration';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { NFT_USUAL_HOURS } from '@minerx/rules/nft-withdrawal';
import { expect, it } from 'vitest';
import { isLate } from './late.ts';

const { PENDING, APPROVED, CANCELLED } = NFT_WITHDRAWAL_STATUS;
const asked = { status: PENDING, cause: null, hash: null, askedAt: '2026-11-23T12:00:00.000Z', decidedAt: null };
const end = (at: string) => Date.parse(at) + NFT_USUAL_HOURS * HOUR_MS;

it('is late once its usual hours are over, counted anew from the approval, and never when it is over', () => {
  expect([isLate(asked, end(asked.askedAt)), isLate(asked, end(asked.askedAt) + 1)]).toEqual([false, true]);
  const approved = { ...asked, status: APPROVED, decidedAt: '2026-11-24T12:00:00.000Z' };
  const over = end(approved.decidedAt) + 1;
  expect([isLate(approved, over - 1), isLate(approved, over)]).toEqual([false, true]);
  expect(isLate({ ...approved, hash: '0x1' }, over)).toBe(false);
  expect(isLate({ ...approved, status: CANCELLED }, over)).toBe(false);
});
