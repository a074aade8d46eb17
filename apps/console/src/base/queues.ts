import { MOST_COUNTED, type Queue } from '@minerx/contract/operator/waiting';

/** Each with the place that its list stands at. */
export const QUEUES: Readonly<Record<Queue, { label: string; to: string; search?: Record<string, string> }>> = {
  withdrawals: { label: 'Withdrawals to review', to: '/withdrawals' },
  unknown: { label: 'Outcome unknown', to: '/withdrawals', search: { state: 'errored' } },
  nfts: { label: 'NFT withdrawals', to: '/nft-withdrawals' },
  nfts_unknown: { label: 'NFTs, outcome unknown', to: '/nft-withdrawals', search: { state: 'approved' } },
  payouts: { label: 'The house’s payouts, outcome unknown', to: '/payout/list' },
  deposits: { label: 'Deposits on the way', to: '/deposits', search: { state: 'seen' } },
  tickets: { label: 'Tickets', to: '/tickets' },
  prizes: { label: 'Prizes to hand over', to: '/prizes-to-hand-over' },
  settlements: { label: 'Days to settle', to: '/settlements', search: { state: 'open' } },
  corrections: { label: 'Corrections being paid', to: '/settlements', search: { state: 'corrected' } },
  liquidity: { label: 'Liquidity to approve', to: '/liquidity/show' },
  outbox: { label: 'Mails and work given up', to: '/given-up' },
};

export const shownCount = (count: number): string => (count < MOST_COUNTED ? String(count) : `${MOST_COUNTED}+`);
