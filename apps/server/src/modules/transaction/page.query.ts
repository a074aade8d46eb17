import type { Stretch } from '@minerx/rules/statement';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import { type WalletId, WALLET_OF } from '@minerx/rules/wallet';
import { anyNumberOf } from '../../base/array-parameter.sql.ts';
import type { Db } from '../../db/transaction.ts';
import { accountId, FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import { firstIdOf } from '../../base/ids.ts';

/** Which of a member's movements are asked for. Nothing named means everything. */
export interface TransactionFilter {
  readonly kinds: readonly MemberTransferKind[];
  readonly wallets: readonly WalletId[];
  readonly stretch: Stretch;
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

/** $5 kinds, $6 whether rewards too, $7 wallets, empty for all. */
const KINDS = anyNumberOf('$5', 'text');
const WALLETS = anyNumberOf('$7', 'smallint');
const MOVES = (t: string) =>
  `(cardinality(${WALLETS}) = 0 OR EXISTS (SELECT FROM posting p WHERE p.transfer_id = ${t}.id AND p.wallet_id = ANY (${WALLETS})))`;
const OF_KINDS = `
  (SELECT f.id FROM unnest(${KINDS}) AS k (kind) CROSS JOIN LATERAL (
     SELECT t.id FROM transfer t WHERE t.member_id = $1 AND t.kind = k.kind AND t.kind <> '${REWARD}' AND ${BETWEEN('t.id')} AND ${MOVES('t')}
      ${newest('t.id')}) f)
  UNION
  (SELECT t.id FROM transfer t WHERE (SELECT $6::boolean) AND t.member_id = $1 AND t.kind = '${REWARD}' AND ${BETWEEN('t.id')} ${newest('t.id')})
  UNION
  (SELECT t.id FROM transfer t WHERE t.receiver_id = $1 AND t.kind = ANY (${KINDS}) AND ${BETWEEN('t.id')} AND ${MOVES('t')} ${newest('t.id')})`;

/** $8 the member's accounts of the wallets. */
const accountSide = (side: 'source' | 'destination') => `
  (SELECT f.id FROM unnest(${anyNumberOf('$8', 'bigint')}) AS a (account) CROSS JOIN LATERAL (
     SELECT p.transfer_id AS id FROM posting p WHERE p.${side} = a.account AND p.${side} >= ${FIRST_INDEXED_ACCOUNT} AND ${BETWEEN('p.transfer_id')}
      ${newest('p.transfer_id')}) f)`;
const OF_WALLETS = `${accountSide('source')} UNION ${accountSide('destination')} UNION ${OF_KINDS}`;

const pageOf = (parts: string) => `SELECT id FROM (${parts}) found ORDER BY id DESC LIMIT $4`;

/** Ids of the newest movements before one (null: of all), the newest first; at most `limit`. */
export const listTransactionIds = async (
  db: Db,
  memberId: bigint,
  { kinds, wallets, stretch }: TransactionFilter,
  before: string | null,
  limit: number,
): Promise<string[]> => {
  const end = firstIdOf(stretch.untilMs);
  const until = before !== null && before < end ? before : end;
  const bounds = [memberId, firstIdOf(stretch.fromMs), until, limit];
  const byWallet = wallets.length > 0 && kinds.length === 0;
  const named = byWallet ? FROM_HOLD : kinds;
  // Rewards come in bitcoin, and only there.
  const rewards = kinds.includes(REWARD) && (wallets.length === 0 || wallets.includes(REWARD_WALLET));
  const byKind = [...bounds, named.filter((kind) => kind !== REWARD), rewards, wallets];
  const { rows } = await (byWallet
    ? db.query<{ id: string }>({
        name: 'transactions_of_wallets',
        text: pageOf(OF_WALLETS),
        values: [...byKind, wallets.map((wallet) => accountId(memberId, wallet))],
      })
    : kinds.length > 0
      ? db.query<{ id: string }>({ name: 'transactions_of_kinds', text: pageOf(OF_KINDS), values: byKind })
      : db.query<{ id: string }>({ name: 'transactions', text: pageOf(ALL), values: bounds }));
  return rows.map(({ id }) => id);
};
