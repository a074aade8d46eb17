import type { NetworkId } from '@minerx/rules/network';
import { SHOWCASE_TOKENS } from '@minerx/rules/nft-collection';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { pageOffset } from '@minerx/rules/paging';
import { PAYOUT_STATUS, type PayoutStatus } from '@minerx/rules/payout';
import type { Db } from '../../db/transaction.ts';

interface CategoryColumns {
  token: number;
  categoryId: number;
  categoryName: string;
  /** Variants by language code. */
  categoryNames: Readonly<Record<string, string>>;
}

export interface NftRow extends CategoryColumns {
  id: string;
  status: number;
  acquiredAt: Date;
  /** Of the latest withdrawal; all null when there was none. */
  lastStatus: number | null;
  lastFeeUnits: bigint | null;
  lastNetwork: NetworkId | null;
  lastAddress: string | null;
}

export interface NftWithdrawalRow extends CategoryColumns {
  id: string;
  nftId: string;
  memberId: bigint;
  holdOwnerId: bigint;
  status: number;
  feeUnits: bigint;
  network: NetworkId;
  address: string;
  cause: string | null;
  firstApprover: string | null;
  txHash: string | null;
  /** Where operators say that its transaction can be looked up. */
  explorer: string | null;
  /** Of the worker's transaction: its state, the blocks on it and those that it needs; null where no worker sends. */
  payoutStatus: PayoutStatus | null;
  confirmed: number | null;
  confirmations: number;
  /** Whom the contract named when it was final, and when it was asked. */
  owner: string | null;
  ownerReadAt: Date | null;
  createdAt: Date;
  decidedAt: Date | null;
  deadlineAt: Date;
}

interface Page {
  page: number;
  pageSize: number;
}

const CATEGORY = 'n.token, n.category_id AS "categoryId", c.name AS "categoryName", c.names AS "categoryNames"';

const NFT = `
  SELECT n.id, ${CATEGORY}, n.status, n.acquired_at AS "acquiredAt",
         w.status AS "lastStatus", w.fee_units AS "lastFeeUnits", w.network_id AS "lastNetwork", w.address AS "lastAddress"
    FROM nft n JOIN nft_category c ON c.id = n.category_id
    LEFT JOIN LATERAL (SELECT * FROM nft_withdrawal o WHERE o.nft_id = n.id AND o.member_id = n.member_id ORDER BY o.id DESC LIMIT 1) w ON true
   WHERE n.member_id = $1`;

export const NFT_WITHDRAWAL_COLUMNS = `
  SELECT w.id, w.nft_id AS "nftId", w.member_id AS "memberId", w.hold_owner_id AS "holdOwnerId", ${CATEGORY}, w.status,
         w.fee_units AS "feeUnits", w.network_id AS network, w.address, w.cause, w.first_approver AS "firstApprover",
         coalesce(w.tx_hash, CASE WHEN p.status <> ${PAYOUT_STATUS.FAILED} THEN p.tx_hash END) AS "txHash",
         p.status AS "payoutStatus", p.confirmed, net.confirmations, w.owner, w.owner_read_at AS "ownerReadAt",
         w.created_at AS "createdAt", w.decided_at AS "decidedAt", h.deadline_at AS "deadlineAt", net.explorer
    FROM nft_withdrawal w JOIN nft n ON n.id = w.nft_id JOIN nft_category c ON c.id = n.category_id
    JOIN hold h ON h.owner_id = w.hold_owner_id JOIN network net ON net.id = w.network_id LEFT JOIN payout p ON p.id = w.id`;

const countOf = async (db: Db, table: 'nft' | 'nft_withdrawal', memberId: bigint): Promise<number> => {
  const { rows } = await db.query<{ total: number }>({
    name: `${table}_count`,
    text: `SELECT count(*)::integer AS total FROM ${table} WHERE member_id = $1`,
    values: [memberId],
  });
  return rows[0]!.total;
};

/** One page of what a member holds, those that came last first, and how many there are. */
export const listNfts = async (db: Db, memberId: bigint, { page, pageSize }: Page) => {
  const [{ rows }, total] = await Promise.all([
    db.query<NftRow>({
      name: 'nfts_of_member',
      text: `${NFT} ORDER BY n.acquired_at DESC, n.token LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    countOf(db, 'nft', memberId),
  ]);
  return { rows, total };
};

/** Only the member's own; someone else's is as missing as none. */
export const findNft = async (db: Db, memberId: bigint, id: string): Promise<NftRow | null> => {
  const { rows } = await db.query<NftRow>({
    name: 'nft_of_member',
    text: `${NFT} AND n.id = $2`,
    values: [memberId, id],
  });
  return rows[0] ?? null;
};

/** One page of a member's withdrawals, newest first, and how many there are. */
export const listNftWithdrawals = async (db: Db, memberId: bigint, { page, pageSize }: Page) => {
  const [{ rows }, total] = await Promise.all([
    db.query<NftWithdrawalRow>({
      name: 'nft_withdrawals_of_member',
      text: `${NFT_WITHDRAWAL_COLUMNS} WHERE w.member_id = $1 ORDER BY w.id DESC LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    countOf(db, 'nft_withdrawal', memberId),
  ]);
  return { rows, total };
};

/** Only the member's own; someone else's is as missing as none. */
export const findOwnNftWithdrawal = async (db: Db, memberId: bigint, id: string): Promise<NftWithdrawalRow | null> => {
  const { rows } = await db.query<NftWithdrawalRow>({
    name: 'nft_withdrawal_of_member',
    text: `${NFT_WITHDRAWAL_COLUMNS} WHERE w.member_id = $1 AND w.id = $2`,
    values: [memberId, id],
  });
  return rows[0] ?? null;
};

/** Tokens whose pictures take turns on the home screen. */
export const listShowcase = async (db: Db): Promise<number[]> => {
  const { rows } = await db.query<{ token: number }>({
    name: 'nft_showcase',
    text: 'SELECT token FROM nft WHERE token = ANY($1::integer[]) ORDER BY token',
    values: [SHOWCASE_TOKENS],
  });
  return rows.map(({ token }) => token);
};

/** Pending withdrawals whose hold has reached its deadline. */
export const listDueNftWithdrawals = async (db: Db, now: Date, limit: number): Promise<NftWithdrawalRow[]> => {
  const { rows } = await db.query<NftWithdrawalRow>(
    `${NFT_WITHDRAWAL_COLUMNS} WHERE w.status = ${NFT_WITHDRAWAL_STATUS.PENDING} AND h.state = 'open' AND h.deadline_at <= $1
      ORDER BY h.deadline_at, w.id LIMIT $2`,
    [now, limit],
  );
  return rows;
};

// For operators ---------------------------------------------------------------------------------------------------------

export const findNftWithdrawal = async (db: Db, id: string): Promise<NftWithdrawalRow | null> => {
  const { rows } = await db.query<NftWithdrawalRow>({
    name: 'nft_withdrawal',
    text: `${NFT_WITHDRAWAL_COLUMNS} WHERE w.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
};

/** An approved withdrawal that is to be sent. */
interface SendableNft {
  id: string;
  memberId: bigint;
  network: NetworkId;
  token: number;
  categoryId: number;
  address: string;
}

/** Approved, sent by nobody's hand and not queued yet, in the order in which they were approved. */
export const listSendableNfts = async (db: Db, limit: number): Promise<SendableNft[]> => {
  const { rows } = await db.query<SendableNft>(
    `SELECT w.id, w.member_id AS "memberId", w.network_id AS network, n.token, n.category_id AS "categoryId", w.address
       FROM nft_withdrawal w JOIN nft n ON n.id = w.nft_id
      WHERE w.status = ${NFT_WITHDRAWAL_STATUS.APPROVED} AND w.tx_hash IS NULL AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id)
      ORDER BY w.decided_at, w.id LIMIT $1`,
    [limit],
  );
  return rows;
};
