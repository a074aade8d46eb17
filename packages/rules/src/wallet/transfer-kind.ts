/**
 * Every kind of transfer of the ledger, the only list: who adds one gives it its accounts (integrity), and words of the
 * history in every language where a member meets it. New ones go at the end.
 */
const TRANSFER_KINDS = [
  'purchase',
  'placement',
  'refund',
  'activation',
  'voucher',
  'stake',
  'unstake',
  'reward',
  'reward_correction',
  'pool_payout',
  'prize',
  'credit',
  'debit',
  'nft_withdrawal',
  'nft_fee',
  'nft_refund',
  'transfer',
  'deposit',
  'sweep',
  'funding',
  'swap',
  'liquidity',
  'withdrawal',
  'withdrawal_sent',
  'withdrawal_refund',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/**
 * What becomes of each kind while the books do not hold. What gives a member something that was neither in that member's wallets nor on its way out of
 * them waits. On goes what a member pays or lays aside, what comes back from a way out, and what a chain has already done.
 */
const WHEN_FROZEN = {
  purchase: 'goes on',
  placement: 'goes on',
  refund: 'waits',
  activation: 'goes on',
  // Of an order whose voucher was redeemed: the redemption itself waits.
  voucher: 'goes on',
  stake: 'goes on',
  unstake: 'waits',
  reward: 'waits',
  reward_correction: 'waits',
  pool_payout: 'goes on',
  prize: 'waits',
  credit: 'waits',
  debit: 'goes on',
  nft_withdrawal: 'goes on',
  nft_fee: 'waits',
  nft_refund: 'goes on',
  transfer: 'waits',
  deposit: 'goes on',
  sweep: 'goes on',
  funding: 'goes on',
  swap: 'waits',
  liquidity: 'goes on',
  withdrawal: 'goes on',
  withdrawal_sent: 'goes on',
  withdrawal_refund: 'goes on',
} as const satisfies Record<TransferKind, 'waits' | 'goes on'>;

/** Whether such a transfer waits until the books hold again. */
export const waitsWhenFrozen = (kind: TransferKind): boolean => WHEN_FROZEN[kind] === 'waits';

/** Between accounts of the house alone: on no member's statement. */
const HOUSE_KINDS = ['pool_payout', 'sweep', 'funding', 'liquidity'] as const satisfies readonly TransferKind[];

/** What a member may find in the history. */
export type MemberTransferKind = Exclude<TransferKind, (typeof HOUSE_KINDS)[number]>;
export const MEMBER_TRANSFER_KINDS: readonly MemberTransferKind[] = TRANSFER_KINDS.filter(
  (kind): kind is MemberTransferKind => !(HOUSE_KINDS as readonly TransferKind[]).includes(kind),
);
