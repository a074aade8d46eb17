/** States of a member's NFT (specification §4). */
export const NFT_STATUS = { READY: 1, PENDING: 2, APPROVED: 3, REJECTED: 9 } as const;
export type NftStatus = (typeof NFT_STATUS)[keyof typeof NFT_STATUS];

/** States of a withdrawal in the history (specification §4). Cancelled is ours, with the number of the wallets' withdrawals. */
export const NFT_WITHDRAWAL_STATUS = { PENDING: 0, APPROVED: 1, CANCELLED: 8, REJECTED: 9 } as const;
export type NftWithdrawalStatus = (typeof NFT_WITHDRAWAL_STATUS)[keyof typeof NFT_WITHDRAWAL_STATUS];

/** Why a withdrawal was rejected, in words that a member is told in any language. */
export const NFT_REJECTION_CAUSES = ['address', 'account', 'collection', 'other', 'expired'] as const;
export type NftRejectionCause = (typeof NFT_REJECTION_CAUSES)[number];

/** What a member is told of a withdrawal by mail. */
export type NftWithdrawalEvent = 'asked' | 'approved' | 'sent' | 'cancelled' | 'rejected' | 'errored';

const MOVES = {
  [NFT_STATUS.READY]: [NFT_STATUS.PENDING],
  [NFT_STATUS.PENDING]: [NFT_STATUS.APPROVED, NFT_STATUS.READY, NFT_STATUS.REJECTED],
  // The receiver's contract does not take it.
  [NFT_STATUS.APPROVED]: [NFT_STATUS.READY],
  [NFT_STATUS.REJECTED]: [NFT_STATUS.READY],
} as const satisfies Record<NftStatus, readonly NftStatus[]>;

const NAMES = {
  [NFT_STATUS.READY]: 'ready',
  [NFT_STATUS.PENDING]: 'pending',
  [NFT_STATUS.APPROVED]: 'approved',
  [NFT_STATUS.REJECTED]: 'rejected',
} as const satisfies Record<NftStatus, string>;

const WITHDRAWAL_NAMES = {
  [NFT_WITHDRAWAL_STATUS.PENDING]: 'pending',
  [NFT_WITHDRAWAL_STATUS.APPROVED]: 'approved',
  [NFT_WITHDRAWAL_STATUS.CANCELLED]: 'cancelled',
  [NFT_WITHDRAWAL_STATUS.REJECTED]: 'rejected',
} as const satisfies Record<NftWithdrawalStatus, string>;

export type NftStatusName = (typeof NAMES)[NftStatus];
export type NftWithdrawalStatusName = (typeof WITHDRAWAL_NAMES)[NftWithdrawalStatus];

/** Whether an NFT may go from one state to the other. Everything that the table does not list is refused. */
export const canMoveNft = (from: NftStatus, to: NftStatus): boolean => {
  const moves: readonly NftStatus[] = MOVES[from];
  return moves.includes(to);
};

/** Whether the member may ask for it to be sent out. Only such an item leads to the form. */
export const canWithdraw = ({ status }: { readonly status: number }): boolean => status === NFT_STATUS.READY;

/** A withdrawal that nobody has decided: its member may take it back, operators approve or reject it. */
export const isUndecided = ({ status }: { readonly status: number }): boolean =>
  status === NFT_WITHDRAWAL_STATUS.PENDING;

/** Whether the chain may have it: approved ones carry a transaction hash as soon as they were sent. */
export const isSendable = ({ status }: { readonly status: number }): boolean =>
  status === NFT_WITHDRAWAL_STATUS.APPROVED;

/** Key for texts and styles, such as 'ready'; a state that nobody knows counts as rejected. */
export const nftStatusName = (status: number): NftStatusName => NAMES[status as NftStatus] ?? 'rejected';

/** Key for texts and styles of the history; a state that nobody knows counts as rejected. */
export const nftWithdrawalStatusName = (status: number): NftWithdrawalStatusName =>
  WITHDRAWAL_NAMES[status as NftWithdrawalStatus] ?? 'rejected';

/** A withdrawal that did not take place: its fee is with the member again. */
export const isReturned = ({ status }: { readonly status: number }): boolean =>
  status === NFT_WITHDRAWAL_STATUS.CANCELLED || status === NFT_WITHDRAWAL_STATUS.REJECTED;

/** A withdrawal that its member took back. */
export const isTakenBack = ({ status }: { readonly status: number }): boolean =>
  status === NFT_WITHDRAWAL_STATUS.CANCELLED;
