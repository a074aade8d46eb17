/**
 * The kinds of transfers that a member may find in the history: nouns bring them with their tables, and here are those that have words in
 * every language. New ones go at the end.
 */
export const MEMBER_TRANSFER_KINDS = [
  'purchase',
  'placement',
  'refund',
  'activation',
  'voucher',
  'stake',
  'unstake',
  'reward',
  'reward_correction',
  'prize',
  'credit',
  'debit',
  'nft_withdrawal',
  'nft_fee',
  'nft_refund',
  'transfer',
  'deposit',
  'swap',
  'withdrawal',
  'withdrawal_sent',
  'withdrawal_refund',
] as const;
export type MemberTransferKind = (typeof MEMBER_TRANSFER_KINDS)[number];
