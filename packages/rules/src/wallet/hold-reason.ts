/** What a member's money is set aside for: nouns open the holds, and here are those that have words in every language. */
export const HOLD_REASONS = ['waiting_order', 'withdrawal', 'nft_withdrawal', 'staking'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
