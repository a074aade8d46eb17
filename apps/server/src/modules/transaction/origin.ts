import type { Origin } from '@minerx/contract/transaction';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';

/** What a movement of each kind came from; or in words why the history names nothing beside it. */
export const ORIGINS: Readonly<Record<MemberTransferKind, Origin['type'] | { readonly none: string }>> = {
  purchase: 'order',
  placement: 'order',
  refund: 'order',
  activation: 'order',
  voucher: 'order',
  stake: 'stake',
  unstake: 'stake',
  reward: 'reward',
  reward_correction: 'reward',
  prize: 'pick',
  credit: { none: 'the operator’s reason stands with it' },
  debit: { none: 'the operator’s reason stands with it' },
  nft_withdrawal: 'nft',
  nft_fee: 'nft',
  nft_refund: 'nft',
  transfer: { none: 'the other member stands with it' },
  deposit: 'deposit',
  swap: { none: 'its two wallets say all of it' },
  withdrawal: 'withdrawal',
  withdrawal_sent: 'withdrawal',
  withdrawal_refund: 'withdrawal',
};
