/**
 * Every kind of transfer of the ledger, the only list: who adds one gives it its accounts (integrity), and words of the
 * history in every language where a member meets it. New ones go at the end.
 */
export const TRANSFER_KINDS = [
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

/** Between accounts of the house alone: on no member's statement. */
const HOUSE_KINDS = ['pool_payout', 'sweep', 'funding', 'liquidity'] as const satisfies readonly TransferKind[];

/** What a member may find in the history. */
export type MemberTransferKind = Exclude<TransferKind, (typeof HOUSE_KINDS)[number]>;
export const MEMBER_TRANSFER_KINDS: readonly MemberTransferKind[] = TRANSFER_KINDS.filter(
  (kind): kind is MemberTransferKind => !(HOUSE_KINDS as readonly TransferKind[]).includes(kind),
);
