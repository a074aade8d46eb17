import { LIST_ROWS, type FactorChangeKind } from '@minerx/contract/operator/list';
import type { NftWithdrawalList } from '@minerx/contract/operator/nft';
import { NFT_WITHDRAWAL_STATUS, type NftWithdrawalStatus } from '@minerx/rules/nft-status';
import { HIGHEST_ID, LOWEST_ID } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import { NFT_WITHDRAWAL_COLUMNS, type NftWithdrawalRow } from './nft.query.ts';
import { resetAtSql } from '../member/outgoing.ledger.ts';

const { PENDING, APPROVED, CANCELLED, REJECTED } = NFT_WITHDRAWAL_STATUS;

/** The states that a list of operators holds. */
export const LISTED_NFT_STATES: Readonly<Record<NftWithdrawalList, readonly NftWithdrawalStatus[]>> = {
  pending: [PENDING],
  approved: [APPROVED],
  ended: [CANCELLED, REJECTED],
  all: [PENDING, APPROVED, CANCELLED, REJECTED],
};

/** With what an operator must know about the account before it is decided. */
export interface NftWithdrawalToReview extends NftWithdrawalRow {
  email: string;
  frozen: boolean;
  /** The last change of password or PIN, and the last reset of both; null when there was none. */
  factorKind: FactorChangeKind | null;
  factorAt: Date | null;
  resetAt: Date | null;
}

const ACCOUNT = `
  m.email, m.frozen_at IS NOT NULL AS frozen, f.kind AS "factorKind", f.at AS "factorAt",
  ${resetAtSql('m.id')} AS "resetAt"`;
const ITS_ACCOUNT = `
  JOIN member m ON m.id = listed."memberId"
  LEFT JOIN LATERAL (SELECT kind, at FROM factor_change c WHERE c.member_id = m.id ORDER BY c.at DESC, c.id DESC LIMIT 1) f ON true`;

/** One withdrawal with its account. */
export const findNftWithdrawalToReview = async (db: Db, id: string): Promise<NftWithdrawalToReview | null> => {
  const { rows } = await db.query<NftWithdrawalToReview>(
    `SELECT listed.*, ${ACCOUNT} FROM (${NFT_WITHDRAWAL_COLUMNS} WHERE w.id = $1) listed ${ITS_ACCOUNT}`,
    [id],
  );
  return rows[0] ?? null;
};

interface NftWithdrawalsAsked {
  statuses: readonly NftWithdrawalStatus[];
  newestFirst?: boolean;
  /** Of one member. */
  memberId?: bigint | undefined;
  /** The last row of the page before. */
  after?: string | undefined;
}

/** Withdrawals in some states, the longest waiting first unless said otherwise: a page, and one row more where another follows. */
export const listNftWithdrawalsToReview = async (
  db: Db,
  { statuses, newestFirst = false, memberId, after }: NftWithdrawalsAsked,
): Promise<NftWithdrawalToReview[]> => {
  const order = newestFirst ? 'DESC' : 'ASC';
  const beyond = newestFirst ? '<' : '>';
  // Each state has its own stretch of the index.
  const { rows } = await db.query<NftWithdrawalToReview>(
    `SELECT listed.*, ${ACCOUNT} FROM (${NFT_WITHDRAWAL_COLUMNS} WHERE w.id IN (
        SELECT p.id FROM unnest($1::smallint[]) AS s (status) CROSS JOIN LATERAL (
          SELECT i.id FROM nft_withdrawal i WHERE i.status = s.status AND i.id ${beyond} $2 AND ($3::bigint IS NULL OR i.member_id = $3)
           ORDER BY i.id ${order} LIMIT ${LIST_ROWS + 1}) p ORDER BY p.id ${order} LIMIT ${LIST_ROWS + 1})) listed ${ITS_ACCOUNT}
      ORDER BY listed.id ${order}`,
    [statuses, after ?? (newestFirst ? HIGHEST_ID : LOWEST_ID), memberId ?? null],
  );
  return rows;
};
