import type { Stretch } from '@minerx/rules/statement';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import { type WalletId, WALLET_OF } from '@minerx/rules/wallet';
import { anyNumberOf } from '../../base/array-parameter.sql.ts';
import { accountId, FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import { firstIdOf } from '../../base/ids.ts';

/** Which of a member's movements are asked for. Nothing named means everything. */
export interface TransactionFilter {
  readonly kinds: readonly MemberTransferKind[];
  readonly wallets: readonly WalletId[];
  readonly stretch: Stretch;
}

/** Some of a member's movements, the newest first. */
export interface TransactionPage {
  readonly filter: TransactionFilter;
  /** All of them are older than this one; null: the newest there are. */
  readonly before: string | null;
  /** So many of the newest are left out; default none. */
  readonly skip?: number;
  readonly size: number;
}

/** Kinds that take from what is held: the wallet itself does not move, and its account has no posting of them. */
const FROM_HOLD: readonly MemberTransferKind[] = ['placement', 'nft_fee', 'withdrawal_sent'];
/** Nearly all that there is; they stand in no index by kind. */
const REWARD: MemberTransferKind = 'reward';
const REWARD_WALLET = WALLET_OF.reward;

// Each part gives its own newest, so that a page costs what it shows, however much lies behind it.
const BETWEEN = (id: string) => `${id} >= $2 AND ${id} < $3`;
const newest = (id: string) => `ORDER BY ${id} DESC LIMIT $4`;

/** What the member did, and what was received from others. */
const ALL = `
  (SELECT id FROM transfer WHERE member_id = $1 AND ${BETWEEN('id')} ${newest('id')})
  UNION
  (SELECT id FROM transfer WHERE receiver_id = $1 AND ${BETWEEN('id')} ${newest('id')})`;

/** $6 kinds, $7 whether rewards too, $8 wallets, empty for all. */
const KINDS = anyNumberOf('$6', 'text');
const WALLETS = anyNumberOf('$8', 'smallint');
const MOVES = (t: string) =>
  `(cardinality(${WALLETS}) = 0 OR EXISTS (SELECT FROM posting p WHERE p.transfer_id = ${t}.id AND p.wallet_id = ANY (${WALLETS})))`;
const OF_KINDS = `
  (SELECT f.id FROM unnest(${KINDS}) AS k (kind) CROSS JOIN LATERAL (
     SELECT t.id FROM transfer t WHERE t.member_id = $1 AND t.kind = k.kind AND t.kind <> '${REWARD}' AND ${BETWEEN('t.id')} AND ${MOVES('t')}
      ${newest('t.id')}) f)
  UNION
  (SELECT t.id FROM transfer t WHERE (SELECT $7::boolean) AND t.member_id = $1 AND t.kind = '${REWARD}' AND ${BETWEEN('t.id')} ${newest('t.id')})
  UNION
  (SELECT t.id FROM transfer t WHERE t.receiver_id = $1 AND t.kind = ANY (${KINDS}) AND ${BETWEEN('t.id')} AND ${MOVES('t')} ${newest('t.id')})`;

/** $9 the member's accounts of the wallets. */
const accountSide = (side: 'source' | 'destination') => `
  (SELECT f.id FROM unnest(${anyNumberOf('$9', 'bigint')}) AS a (account) CROSS JOIN LATERAL (
     SELECT p.transfer_id AS id FROM posting p WHERE p.${side} = a.account AND p.${side} >= ${FIRST_INDEXED_ACCOUNT} AND ${BETWEEN('p.transfer_id')}
      ${newest('p.transfer_id')}) f)`;
const OF_WALLETS = `${accountSide('source')} UNION ${accountSide('destination')} UNION ${OF_KINDS}`;

/** $4 how many are found: those left out, those shown, and one that tells whether there are more; $5 the place of the first shown. */
const page = (parts: string) => `
  page AS MATERIALIZED (
    SELECT array_agg(id ORDER BY id DESC) AS ids FROM (SELECT id FROM (${parts}) found ORDER BY id DESC LIMIT $4) newest)`;

/** By the name of its statement: the common table expression of one that reads a page. */
export const PAGES = {
  transactions: page(ALL),
  transactions_of_kinds: page(OF_KINDS),
  transactions_of_wallets: page(OF_WALLETS),
} as const;
export const PAGE_IDS = '(SELECT ids[$5::integer : $4::integer - 1] FROM page)::uuid[]';
export const PAGE_HAS_MORE = '(SELECT cardinality(ids) = $4 FROM page)';

/** Which statement reads a page of the member's movements, and its values. */
export const askPage = (
  memberId: bigint,
  { filter: { kinds, wallets, stretch }, before, skip = 0, size }: TransactionPage,
): { name: keyof typeof PAGES; values: unknown[] } => {
  const end = firstIdOf(stretch.untilMs);
  const until = before !== null && before < end ? before : end;
  const bounds = [memberId, firstIdOf(stretch.fromMs), until, skip + size + 1, skip + 1];
  const byWallet = wallets.length > 0 && kinds.length === 0;
  if (!byWallet && kinds.length === 0) return { name: 'transactions', values: bounds };
  const named = byWallet ? FROM_HOLD : kinds;
  // Rewards come in bitcoin, and only there.
  const rewards = kinds.includes(REWARD) && (wallets.length === 0 || wallets.includes(REWARD_WALLET));
  const byKind = [...bounds, named.filter((kind) => kind !== REWARD), rewards, wallets];
  return byWallet
    ? {
        name: 'transactions_of_wallets',
        values: [...byKind, wallets.map((wallet) => accountId(memberId, wallet))],
      }
    : { name: 'transactions_of_kinds', values: byKind };
};
