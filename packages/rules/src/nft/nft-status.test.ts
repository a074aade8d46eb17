import { describe, expect, it } from 'vitest';
import {
  canMoveNft,
  canWithdraw,
  isReturned,
  isSendable,
  isTakenBack,
  isUndecided,
  NFT_STATUS,
  NFT_WITHDRAWAL_STATUS,
  nftStatusName,
  nftWithdrawalStatusName,
} from './nft-status.ts';

describe('the state of an NFT', () => {
  // proves 4: NFT status 1, 2, 3, 9
  it('has the numbers of the specification', () => {
    expect(NFT_STATUS).toEqual({ READY: 1, PENDING: 2, APPROVED: 3, REJECTED: 9 });
    expect([1, 2, 3, 9, 7].map(nftStatusName)).toEqual(['ready', 'pending', 'approved', 'rejected', 'rejected']);
  });

  it('lets it be withdrawn only while it is ready', () => {
    expect([0, 1, 2, 3, 9].filter((status) => canWithdraw({ status }))).toEqual([1]);
  });

  it('moves only along the table: what could not be sent is ready again, kept back it can be released', () => {
    const statuses = Object.values(NFT_STATUS);
    const moves = statuses.flatMap((from) =>
      statuses.filter((to) => canMoveNft(from, to)).map((to) => `${from}→${to}`),
    );
    expect(moves).toEqual(['1→2', '2→1', '2→3', '2→9', '3→1', '9→1']);
  });
});

describe('the state of a withdrawal', () => {
  // proves 4: NFT withdrawal 0, 1, 9
  it('has the numbers of the specification, and 8 for one that its member took back', () => {
    expect(NFT_WITHDRAWAL_STATUS).toEqual({ PENDING: 0, APPROVED: 1, CANCELLED: 8, REJECTED: 9 });
    expect([0, 1, 8, 9, 5].map(nftWithdrawalStatusName)).toEqual([
      'pending',
      'approved',
      'cancelled',
      'rejected',
      'rejected',
    ]);
  });

  it('is open until somebody decides, and goes to the chain only when approved', () => {
    expect([0, 1, 8, 9].filter((status) => isUndecided({ status }))).toEqual([0]);
    expect([0, 1, 8, 9].filter((status) => isSendable({ status }))).toEqual([1]);
    expect([0, 1, 8, 9].filter((status) => isReturned({ status }))).toEqual([8, 9]);
    expect([0, 1, 8, 9].filter((status) => isTakenBack({ status }))).toEqual([8]);
  });
});
