/**
 * Calls that the first screen at an address makes before it can draw its figures, all by GET, as member, without a query.
 * The page brings their answers along; where it has none, the early script asks.
 */
export const FIRST_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/': ['member/profile', 'wallet/all', 'package/all', 'package/all2'],
  '/asset': ['member/profile', 'wallet/all'],
  '/asset/spot/deposit': ['wallet/deposit/options'],
  '/asset/spot/swap': ['member/profile', 'wallet/swap/options'],
  '/asset/spot/transfer': ['member/profile', 'wallet/transfer/options'],
  '/asset/spot/withdraw': ['wallet/withdraw/options'],
  '/miner/purchase': ['member/profile', 'package/all', 'package/subscriber', 'member/community'],
  '/miner/purchase2': ['member/profile', 'package/all2', 'package/subscriber', 'member/community'],
  '/profile': ['member/profile'],
  '/profile/withdrawalDetails': ['member/profile'],
};

/** The element of the page that holds the answers: `FirstAnswers` as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers';

/** What a page with a session brings along. */
export interface FirstAnswers {
  /** The member whose they are, as the access token names them. */
  of: string;
  /** Bodies by path below /api/. */
  answers: Record<string, unknown>;
}
