import type { Origin } from '@minerx/contract/transaction';
import { NETWORKS, type NetworkId } from '@minerx/rules/network';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import type { WalletId } from '@minerx/rules/wallet';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { anyNumberOf } from '../../base/array-parameter.sql.ts';
import type { Db } from '../../db/transaction.ts';
import { accountId, isHouse, ownerOf } from '../../ledger/account.ts';
import { houseAccounts } from '../../ledger/money.ts';
import type { AnyTable } from '../../ledger/table.ts';
import { NETWORK_PLACES, networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { ORIGINS } from './origin.ts';
import { askPage, PAGE_HAS_MORE, PAGE_IDS, PAGES, type TransactionPage } from './page.query.ts';
import { runningBalances, type Carried } from './running-balance.query.ts';

/** Who stands at one end of a posting, as the member whose history it is may know it. */
export type PartyRow =
  | { type: 'wallet' | 'held' }
  | { type: 'member'; fullName: string }
  | { type: 'house'; owner: bigint };

const PLACES = (Object.keys(NETWORK_PLACES) as NetworkPlace[]).flatMap((place) =>
  NETWORKS.map(({ id }): [string, bigint] => [place, networkOwner(id, place)]),
);

/** What the house's accounts are for, by owner. */
export type HouseNames = ReadonlyMap<bigint, string>;
export const houseNames = (tables: readonly AnyTable[]): HouseNames =>
  new Map([...houseAccounts(tables), ...PLACES].map(([name, owner]) => [owner, name.toLowerCase()]));

interface PostingRow {
  walletId: WalletId;
  amount: bigint;
  source: PartyRow;
  destination: PartyRow;
}

/** What a movement did to one wallet of the member. */
interface WalletChange {
  walletId: WalletId;
  amount: bigint;
  held: bigint;
  /** Of the wallet after it. */
  balance: bigint;
}

interface OriginRow {
  type: Origin['type'];
  id: string;
  label: string | null;
  day: string | null;
}

export interface TransactionRow {
  id: string;
  kind: MemberTransferKind;
  at: Date;
  reason: string | null;
  /** Whom the member sent it to, as typed by the member; never what another one typed. */
  recipient: string | null;
  origin: OriginRow | null;
  /** The present state of the withdrawal that it belongs to. */
  withdrawalStatus: number | null;
  /** Of a deposit or a withdrawal: over which network, to which address, and what the withdrawal costs; small deposits may have come to several. */
  chain: { network: NetworkId; address: string; fee: bigint | null } | null;
  changes: WalletChange[];
  postings: PostingRow[];
}

interface Found extends Omit<TransactionRow, 'changes' | 'postings' | 'origin' | 'chain'> {
  /** In their order, as `wallet:source:destination:amount,…` (the driver takes long over rows); null when there are none. */
  postings: string | null;
  serial: string | null;
  orderId: string | null;
  stakeId: string | null;
  day: string | null;
  packId: string | null;
  nftWithdrawalId: string | null;
  token: number | null;
  depositId: string | null;
  withdrawalId: string | null;
  hash: string | null;
  network: NetworkId | null;
  address: string | null;
  fee: bigint | null;
}

const NOT_SENT = [WITHDRAWAL_STATUS.CANCELLED, WITHDRAWAL_STATUS.REJECTED].join();

const COLUMNS = `
         t.id, t.kind, t.at, CASE WHEN t.kind IN ('credit', 'debit', 'transfer') THEN t.reason END AS reason,
         o.id AS "orderId", o.serial, s.id AS "stakeId", r.day, b.pack_id AS "packId", n.id AS "nftWithdrawalId", n.token,
         d.id AS "depositId", w.id AS "withdrawalId", coalesce(d.hashes, w.tx_hash) AS hash, coalesce(d.network, w.network_id) AS network,
         coalesce(d.addresses, w.address) AS address, w.fee_units AS fee, w.status AS "withdrawalStatus",
         (SELECT string_agg(p.wallet_id || ':' || p.source || ':' || p.destination || ':' || p.amount, ',' ORDER BY p.position)
            FROM posting p WHERE p.transfer_id = t.id) AS postings,
         (SELECT c.answer->'result'->>'recipient' FROM command c
           WHERE t.kind = 'transfer' AND c.actor = 'member:' || t.member_id AND c.name = 'transfer_to_member'
             AND c.key = split_part(t.answered, ' transfer_to_member ', 2)) AS recipient`;

const TRANSFERS = `
    FROM transfer t
    LEFT JOIN miner_order o ON o.id = t.order_id
    LEFT JOIN staking_order s ON s.id = t.order_id
    LEFT JOIN reward r ON r.transfer_id = t.id
    LEFT JOIN blessing_pick b ON b.transfer_id = t.id
    LEFT JOIN LATERAL (
      SELECT (array_agg(s.id ORDER BY s.id))[1] AS id, string_agg(s.tx_hash, ' ' ORDER BY s.id) AS hashes,
             min(s.network_id) AS network, string_agg(DISTINCT s.address, ' ') AS addresses
        FROM deposit s WHERE s.transfer_id = t.id AND t.kind = 'deposit') d ON true
    LEFT JOIN LATERAL (
      -- What came back took place on no chain, and cost nothing.
      SELECT o.id, o.status, CASE WHEN o.status NOT IN (${NOT_SENT}) THEN o.tx_hash END AS tx_hash, o.network_id, o.address,
             CASE WHEN t.kind <> 'withdrawal_refund' THEN o.fee_units END AS fee_units
        FROM posting p JOIN withdrawal o ON o.hold_owner_id IN (account_owner(p.source), account_owner(p.destination))
       WHERE p.transfer_id = t.id AND t.kind IN ('withdrawal', 'withdrawal_sent', 'withdrawal_refund') LIMIT 1) w ON true
    LEFT JOIN LATERAL (
      SELECT w.id, i.token FROM posting p
        JOIN nft_withdrawal w ON w.hold_owner_id IN (account_owner(p.source), account_owner(p.destination)) JOIN nft i ON i.id = w.nft_id
       WHERE p.transfer_id = t.id AND t.kind IN ('nft_withdrawal', 'nft_fee', 'nft_refund')
      UNION ALL
      -- From the house, after it was approved: no hold, its reason is the withdrawal.
      SELECT w.id, i.token FROM nft_withdrawal w JOIN nft i ON i.id = w.nft_id
       WHERE w.id = CASE WHEN t.kind = 'nft_refund' AND t.reason ~ '^[0-9a-f-]{36}$' THEN t.reason::uuid END
       LIMIT 1) n ON true`;

const OF_IDS = `SELECT ${COLUMNS} ${TRANSFERS} WHERE t.id = ANY (${anyNumberOf('$1', 'uuid')})`;
const OF_PAGE = `${COLUMNS}, ${PAGE_HAS_MORE} AS more ${TRANSFERS} WHERE t.id = ANY (${PAGE_IDS}) ORDER BY t.id DESC`;
/** Found and read in one statement: what a member looks at most. */
const OF_PAGES = {
  transactions: `WITH ${PAGES.transactions} SELECT ${OF_PAGE}`,
  transactions_of_kinds: `WITH ${PAGES.transactions_of_kinds} SELECT ${OF_PAGE}`,
  transactions_of_wallets: `WITH ${PAGES.transactions_of_wallets} SELECT ${OF_PAGE}`,
} as const;

/** $1 numbers of owners that are neither the house's nor the member's own. */
const OWNERS = `
  SELECT o.id, m.full_name AS "fullName", h.member_id AS "holdOf"
    FROM unnest(${anyNumberOf('$1', 'bigint')}) AS o (id) LEFT JOIN member m ON m.id = o.id LEFT JOIN hold h ON h.owner_id = o.id`;

interface LedgerPosting {
  walletId: WalletId;
  source: bigint;
  destination: bigint;
  amount: bigint;
}

const postingsOf = ({ postings }: Found): LedgerPosting[] =>
  (postings?.split(',') ?? []).map((posting) => {
    const [walletId, source, destination, amount] = posting.split(':') as [string, string, string, string];
    return {
      walletId: Number(walletId) as WalletId,
      source: BigInt(source),
      destination: BigInt(destination),
      amount: BigInt(amount),
    };
  });

type Named = Omit<OriginRow, 'type'>;
const named = (id: string | null, label: string | null = null, day: string | null = null): Named | null =>
  id === null ? null : { id, label, day };

/** By what was found beside a movement. */
const NAMED: Readonly<Record<Origin['type'], (row: Found) => Named | null>> = {
  order: ({ orderId, serial }) => named(orderId, serial),
  reward: ({ orderId, serial, day }) => named(orderId, serial, day),
  pick: ({ packId }) => named(packId),
  stake: ({ stakeId }) => named(stakeId),
  nft: ({ nftWithdrawalId, token }) => named(nftWithdrawalId, String(token)),
  deposit: ({ depositId, hash }) => named(depositId, hash),
  withdrawal: ({ withdrawalId, hash }) => named(withdrawalId, hash),
};

const originOf = (row: Found): OriginRow | null => {
  const type = ORIGINS[row.kind];
  if (typeof type !== 'string') return null;
  const found = NAMED[type](row);
  return found && { type, ...found };
};

const chainOf = ({ network, address, fee }: Found): TransactionRow['chain'] =>
  network === null || address === null ? null : { network, address, fee };

/**
 * Movements of a member by their ids, in that order, with what they did to each wallet and the balance after it.
 * The caller has found them in the member's own history.
 */
export const readTransactions = async (db: Db, memberId: bigint, ids: readonly string[]): Promise<TransactionRow[]> => {
  const { rows } = await db.query<Found>({ name: 'transactions_read', text: OF_IDS, values: [ids] });
  const found = new Map(rows.map((row) => [row.id, row]));
  return complete(
    db,
    memberId,
    ids.map((id) => found.get(id)!),
  );
};

/** A page of the member's own history, the same way. `carried` goes along from page to page of one reading. */
export const listTransactions = async (
  db: Db,
  memberId: bigint,
  page: TransactionPage,
  carried?: Carried,
): Promise<{ rows: TransactionRow[]; more: boolean }> => {
  const { name, values } = askPage(memberId, page);
  const { rows } = await db.query<Found & { more: boolean }>({ name, text: OF_PAGES[name], values });
  return { rows: await complete(db, memberId, rows, carried), more: rows[0]?.more ?? false };
};

const complete = async (
  db: Db,
  memberId: bigint,
  found: readonly Found[],
  carried?: Carried,
): Promise<TransactionRow[]> => {
  if (found.length === 0) return [];
  const read = found.map((row) => ({ row, postings: postingsOf(row) }));
  const partyOf = await readParties(
    db,
    memberId,
    read.flatMap(({ postings }) => postings),
  );
  const lines = read.map(({ row, postings }) => {
    const own = postings.map((posting): PostingRow => ({
      walletId: posting.walletId,
      amount: posting.amount,
      source: partyOf(posting.source),
      destination: partyOf(posting.destination),
    }));
    return { row, postings: own, changes: changesOf(own) };
  });
  const touched = lines.flatMap(({ row: { id }, changes }) =>
    changes.map(({ walletId }) => ({ account: accountId(memberId, walletId), transactionId: id })),
  );
  const balanceAfter = await runningBalances(db, touched, carried);
  return lines.map(({ row, postings, changes }) => ({
    id: row.id,
    kind: row.kind,
    at: row.at,
    reason: row.reason,
    recipient: postings.some(({ source }) => source.type === 'wallet') ? row.recipient : null,
    origin: originOf(row),
    withdrawalStatus: row.withdrawalStatus,
    chain: chainOf(row),
    changes: changes.map((change) => ({
      ...change,
      balance: balanceAfter(accountId(memberId, change.walletId), row.id),
    })),
    postings,
  }));
};

/** Tells of an account who stands there, so that nobody learns another member's wallets. */
const readParties = async (
  db: Db,
  memberId: bigint,
  postings: readonly LedgerPosting[],
): Promise<(account: bigint) => PartyRow> => {
  const owners = new Set(
    postings
      .flatMap(({ source, destination }) => [source, destination])
      .filter((each) => !isHouse(each))
      .map(ownerOf),
  );
  owners.delete(memberId);
  const { rows } =
    owners.size === 0
      ? { rows: [] }
      : await db.query<{ id: bigint; fullName: string | null; holdOf: bigint | null }>({
          name: 'transaction_owners',
          text: OWNERS,
          values: [[...owners]],
        });
  const known = new Map(rows.map((row) => [row.id, row]));
  return (account) => {
    const owner = ownerOf(account);
    if (owner === memberId) return { type: 'wallet' };
    const other = known.get(owner);
    if (other?.holdOf === memberId) return { type: 'held' };
    if (other?.fullName) return { type: 'member', fullName: other.fullName };
    return { type: 'house', owner };
  };
};

/** By wallet, in the order of the postings. */
const changesOf = (postings: readonly PostingRow[]): Omit<WalletChange, 'balance'>[] => {
  const changes = new Map<WalletId, { amount: bigint; held: bigint }>();
  const add = (walletId: WalletId, party: PartyRow, units: bigint): void => {
    if (party.type !== 'wallet' && party.type !== 'held') return;
    const change = changes.get(walletId) ?? { amount: 0n, held: 0n };
    if (party.type === 'wallet') change.amount += units;
    else change.held += units;
    changes.set(walletId, change);
  };
  for (const { walletId, amount, source, destination } of postings) {
    add(walletId, source, -amount);
    add(walletId, destination, amount);
  }
  return [...changes].map(([walletId, change]) => ({ walletId, ...change }));
};

/** Whether it stands in the member's history; someone else's is as missing as none. */
export const isInHistory = async (db: Db, memberId: bigint, id: string): Promise<boolean> => {
  const { rows } = await db.query({
    name: 'transaction_of_member',
    text: 'SELECT FROM transfer WHERE id = $2 AND (member_id = $1 OR receiver_id = $1)',
    values: [memberId, id],
  });
  return rows.length > 0;
};
