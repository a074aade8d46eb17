import { DEPOSIT_STATUS, type DepositStatus } from '@minerx/rules/deposit';
import { NETWORKS, type NetworkId } from '@minerx/rules/network';
import { pageOffset } from '@minerx/rules/paging';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { Hex } from '../../outside/chain/port.ts';

export interface DepositRow {
  readonly id: string;
  readonly walletId: WalletId;
  readonly network: NetworkId;
  readonly units: bigint;
  readonly address: string;
  readonly txHash: string;
  readonly blockNumber: string;
  readonly status: DepositStatus;
  readonly seenAt: Date;
  readonly creditedAt: Date | null;
  readonly confirmations: number;
  readonly minimumUnits: bigint;
  /** The newest block of the chain that we have seen; null while nobody follows it. */
  readonly head: string | null;
  /** Where operators say that its transaction can be looked up. */
  readonly explorer: string | null;
}

const COLUMNS = `
  d.id, d.wallet_id AS "walletId", d.network_id AS network, d.units, d.address, d.tx_hash AS "txHash",
  d.block_number::text AS "blockNumber", d.status, d.seen_at AS "seenAt", d.credited_at AS "creditedAt",
  n.confirmations, a.min_deposit_units AS "minimumUnits", c.head_number::text AS head, n.explorer`;

const ITS_NETWORK = `
  JOIN network n ON n.id = d.network_id
  JOIN asset_network a ON (a.wallet_id, a.network_id) = (d.wallet_id, d.network_id)
  LEFT JOIN chain_cursor c ON c.network_id = d.network_id`;

const DEPOSIT = `SELECT ${COLUMNS} FROM deposit d ${ITS_NETWORK}`;

/**
 * What a member is shown: nothing that is less than the smallest amount there is, and a transaction whose block was taken back gives way to
 * its newer sighting.
 */
const SHOWN = `
  d.units > 0 AND NOT (d.status = ${DEPOSIT_STATUS.ORPHANED} AND EXISTS (
    SELECT FROM deposit o WHERE (o.network_id, o.tx_hash, o.member_id) = (d.network_id, d.tx_hash, d.member_id) AND o.block_hash <> d.block_hash
       AND (o.status <> ${DEPOSIT_STATUS.ORPHANED} OR o.id > d.id)))`;

const OF_MEMBER = `d.member_id = $1 AND ${SHOWN}`;
const TOTAL = `(SELECT count(*)::integer FROM deposit d WHERE ${OF_MEMBER})`;

/** One page of a member's deposits, newest first, and how many there are. */
export const listDeposits = async (
  db: Db,
  memberId: bigint,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: DepositRow[]; total: number }> => {
  const { rows } = await db.query<DepositRow & { total: number }>({
    name: 'deposits_of_member',
    text: `SELECT ${COLUMNS}, d.total
             FROM (SELECT d.*, ${TOTAL} AS total FROM deposit d WHERE ${OF_MEMBER} ORDER BY d.id DESC LIMIT $2 OFFSET $3) d ${ITS_NETWORK}
            ORDER BY d.id DESC`,
    values: [memberId, pageSize, pageOffset(page, pageSize)],
  });
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await db.query<{ total: number }>({
    name: 'deposits_of_member_count',
    text: `SELECT ${TOTAL} AS total`,
    values: [memberId],
  });
  return { rows, total: counted.rows[0]!.total };
};

/** A member's own deposit, with those that were credited together with it: small ones are. */
export const listDepositsWith = async (db: Db, memberId: bigint, id: string): Promise<DepositRow[]> => {
  const { rows } = await db.query<DepositRow>({
    name: 'deposits_of_id',
    text: `${DEPOSIT} WHERE d.member_id = $1 AND (d.id = $2 OR d.transfer_id = (SELECT transfer_id FROM deposit WHERE id = $2 AND member_id = $1)) AND ${SHOWN}
            ORDER BY d.id DESC`,
    values: [memberId, id],
  });
  return rows;
};

/** A member's own of one transaction, on whichever network and however it is spelt there. */
export const listDepositsOf = async (db: Db, memberId: bigint, hash: Hex): Promise<DepositRow[]> => {
  const { rows } = await db.query<DepositRow>({
    name: 'deposits_of_hash',
    text: `${DEPOSIT} WHERE d.member_id = $1 AND d.tx_hash IN ($2, substr($2, 3)) AND ${SHOWN} ORDER BY d.id`,
    values: [memberId, hash],
  });
  return rows;
};

// For operators ---------------------------------------------------------------------------------------------------------

/** A deposit with whose it is, where it stands on its chain, and what it was credited by. */
export interface DepositToShow extends DepositRow {
  readonly memberId: bigint;
  readonly email: string;
  /** Of the address, by which its key is derived. */
  readonly child: number | null;
  readonly logIndex: number;
  readonly blockHash: string;
  /** In the token's smallest unit, whole, as text. */
  readonly raw: string;
  readonly transferId: string | null;
}

/** Which deposits operators ask for; what is left out holds for all. */
export interface DepositFilter {
  readonly status?: DepositStatus;
  readonly network?: NetworkId;
  readonly memberId?: bigint;
  /** As nodes name it. */
  readonly txHash?: Hex;
  /** The last one of the page before: what follows is older. */
  readonly before?: string;
}

const TO_SHOW = `
  SELECT listed.*, m.email, d.member_id AS "memberId", k.child, d.log_index AS "logIndex", d.block_hash AS "blockHash", d.raw::text AS raw,
         d.transfer_id AS "transferId"`;
const ITS_MEMBER = `
  JOIN deposit d ON d.id = listed.id JOIN member m ON m.id = d.member_id
  LEFT JOIN deposit_address k ON (k.network_id, k.address) = (d.network_id, d.address)`;

/** A page of deposits, the newest first; the next one begins behind its last. */
export const listDepositsToShow = async (
  db: Db,
  { status, network, memberId, txHash, before }: DepositFilter,
  limit: number,
): Promise<DepositToShow[]> => {
  const { rows } = await db.query<DepositToShow>(
    `${TO_SHOW} FROM (${DEPOSIT}
       WHERE ($1::smallint IS NULL OR d.status = $1) AND d.network_id = ANY($2::smallint[]) AND ($3::bigint IS NULL OR d.member_id = $3)
         AND ($4::text IS NULL OR d.tx_hash IN ($4, substr($4, 3))) AND ($5::uuid IS NULL OR d.id < $5)
       ORDER BY d.id DESC LIMIT $6) listed ${ITS_MEMBER} ORDER BY listed.id DESC`,
    [
      status ?? null,
      network === undefined ? NETWORKS.map(({ id }) => id) : [network],
      memberId ?? null,
      txHash ?? null,
      before ?? null,
      limit,
    ],
  );
  return rows;
};

export const findDepositToShow = async (db: Db, id: string): Promise<DepositToShow | null> => {
  const { rows } = await db.query<DepositToShow>(`${TO_SHOW} FROM (${DEPOSIT} WHERE d.id = $1) listed ${ITS_MEMBER}`, [
    id,
  ]);
  return rows[0] ?? null;
};
