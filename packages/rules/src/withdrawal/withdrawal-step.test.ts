import { DAY_MS } from '../text/duration.ts';
import { describe, expect, it } from 'vitest';
import { NETWORK } from '../chain/network.ts';
import { WITHDRAWAL_STATUS } from './withdrawal.ts';
import { NFT_WITHDRAWAL_STATUS } from '../nft/nft-status.ts';
import { PAYOUT_STATUS } from './payout.ts';
import { nextNftStep, nextWithdrawalStep, withdrawalWarnings, type ReviewedWithdrawal } from './withdrawal-step.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const seen = (more: Partial<ReviewedWithdrawal> = {}): ReviewedWithdrawal => ({
  status: WITHDRAWAL_STATUS.UNDER_REVIEW,
  networkId: NETWORK.BEP20,
  firstApprover: null,
  createdAtMs: NOW - DAY_MS,
  frozen: false,
  resetAtMs: null,
  factorAtMs: null,
  addressSavedAtMs: NOW - 60 * DAY_MS,
  addressesSaved: 1,
  isWatched: true,
  ...more,
});

describe('the next step of a withdrawal', () => {
  const { APPROVED, SENT, CONFIRMED, ERRORED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;
  it.each([
    ['approve', {}],
    ['second', { firstApprover: 'operator:ana' }],
    ['account', { frozen: true }],
    ['account', { resetAtMs: NOW - DAY_MS }],
    ['approve', { resetAtMs: NOW - 3 * DAY_MS }],
    ['worker', { status: APPROVED }],
    ['send', { status: APPROVED, networkId: NETWORK.TRC20 }],
    ['held', { status: APPROVED, networkId: NETWORK.TRC20, frozen: true }],
    ['held', { status: APPROVED, networkId: NETWORK.OMNI, resetAtMs: NOW - DAY_MS }],
    ['send', { status: APPROVED, networkId: NETWORK.OMNI, resetAtMs: NOW - 3 * DAY_MS }],
    ['worker', { status: APPROVED, frozen: true }],
    ['blocks', { status: SENT }],
    ['confirm', { status: SENT, networkId: NETWORK.OMNI, isWatched: false }],
    ['reconcile', { status: ERRORED }],
    [null, { status: CONFIRMED }],
    [null, { status: CANCELLED }],
    [null, { status: REJECTED }],
  ])('is %s for %j', (step, more) => expect(nextWithdrawalStep(seen(more), NOW)).toBe(step));
});

describe('warnings about a withdrawal', () => {
  it.each([
    [[], {}],
    [['frozen'], { frozen: true }],
    [['reset'], { resetAtMs: NOW - DAY_MS, factorAtMs: NOW - DAY_MS }],
    [['changed'], { factorAtMs: NOW - 7 * DAY_MS }],
    [[], { factorAtMs: NOW - 9 * DAY_MS }],
    [['unsaved'], { addressSavedAtMs: null }],
    [['new_address'], { addressSavedAtMs: NOW - 2 * DAY_MS }],
    [['new_address', 'many_addresses'], { addressSavedAtMs: NOW - 2 * DAY_MS, addressesSaved: 4 }],
  ])('are %j for %j', (warnings, more) => expect(withdrawalWarnings(seen(more), NOW)).toEqual(warnings));
});

describe('the next step of an NFT withdrawal', () => {
  const { PENDING, APPROVED, CANCELLED, REJECTED } = NFT_WITHDRAWAL_STATUS;
  it.each([
    ['approve', { status: PENDING }],
    ['second', { status: PENDING, firstApprover: 'operator:ana' }],
    ['account', { status: PENDING, resetAtMs: NOW - DAY_MS }],
    ['worker', { status: APPROVED }],
    ['blocks', { status: APPROVED, payoutStatus: PAYOUT_STATUS.SENT }],
    ['reconcile', { status: APPROVED, payoutStatus: PAYOUT_STATUS.ERRORED }],
    [null, { status: APPROVED, payoutStatus: PAYOUT_STATUS.CONFIRMED }],
    [null, { status: APPROVED, txHash: '0x1' }],
    [null, { status: CANCELLED }],
    [null, { status: REJECTED }],
  ])('is %s for %j', (step, more) =>
    expect(nextNftStep({ ...seen(), txHash: null, payoutStatus: null, ...more }, NOW)).toBe(step),
  );
});
