import { LIST_ROWS, type FactorChangeKind } from '@minerx/contract/operator/list';
import type { WithdrawalList } from '@minerx/contract/operator/withdrawal';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import { HELD_STATUSES, WITHDRAWAL_STATUS, type WithdrawalStatus } from '@minerx/rules/withdrawal';
import { HIGHEST_ID, LOWEST_ID } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawal.query.ts';
import { resetAtSql } from '../member/outgoing.ledger.ts';

const { UNDER_REVIEW, APPROVED, SENT, CONFIRMED, ERRORED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;

/** The states that a list of operators holds. */
export const LISTED_STATES: Readonly<Record<WithdrawalList, readonly WithdrawalStatus[]>> = {
  review: [UNDER_REVIEW],
  approved: [APPROVED],
  sent: [SENT],
  errored: [ERRORED],
  open: HELD_STATUSES,
  ended: [CONFIRMED, CANCELLED, REJECTED],
};

/** With what an operator must know about the account before it is decided. */
export interface WithdrawalToReview extends WithdrawalRow {
  email: string;
  frozen: boolean;
  /** The last change of password or PIN, and the last reset of both; null when there was none. */
  factorKind: FactorChangeKind | null;
  factorAt: Date | null;
  resetAt: Date | null;
  /** When the address was saved, and how many this member saved in the thirty days before. */
  addressSavedAt: Date | null;
  addressesSaved: number;
}

const ACCOUNT = `
  m.email, m.frozen_at IS NOT NULL AS frozen, f.kind AS "factorKind", f.at AS "factorAt",
  ${resetAtSql('m.id')} AS "resetAt",
  (SELECT max(a.saved_at) FROM withdrawal_address a
    WHERE a.member_id = m.id AND a.wallet_id = listed."walletId" AND a.network_id = listed."networkId" AND a.address = listed.address) AS "addressSavedAt",
  (SELECT count(*)::integer FROM withdrawal_address a
    WHERE a.member_id = m.id AND a.saved_at > listed."createdAt" - interval '30 days') AS "addressesSaved"`;
const ITS_ACCOUNT = `
  JOIN member m ON m.id = listed."memberId"
  LEFT JOIN LATERAL (SELECT kind, at FROM factor_change c WHERE c.member_id = m.id ORDER BY c.at DESC, c.id DESC LIMIT 1) f ON true`;

/** Whether a transaction pays another withdrawal. */
export const isHashTaken = async (db: Db, networkId: NetworkId, hash: string, exceptId: string): Promise<boolean> => {
  const { rows } = await db.query('SELECT FROM withdrawal WHERE network_id = $1 AND tx_hash = $2 AND id <> $3', [
    networkId,
    hash,
    exceptId,
  ]);
  return rows.length > 0;
};

/** One withdrawal with its account. */
export const findWithdrawalToReview = async (db: Db, id: string): Promise<WithdrawalToReview | null> => {
  const { rows } = await db.query<WithdrawalToReview>(
    `SELECT listed.*, ${ACCOUNT} FROM (${WITHDRAWAL_COLUMNS} WHERE w.id = $1) listed ${ITS_ACCOUNT}`,
    [id],
  );
  return rows[0] ?? null;
};

interface WithdrawalsAsked {
  statuses: readonly WithdrawalStatus[];
  newestFirst?: boolean;
  /** Of one member. */
  memberId?: bigint | undefined;
  /** The last row of the page before. */
  after?: string | undefined;
}

/** Withdrawals in some states, the longest waiting first unless said otherwise: a page, and one row more where another follows. */
export const listWithdrawalsToReview = async (
  db: Db,
  { statuses, newestFirst = false, memberId, after }: WithdrawalsAsked,
): Promise<WithdrawalToReview[]> => {
  const order = newestFirst ? 'DESC' : 'ASC';
  const beyond = newestFirst ? '<' : '>';
  // Each state has its own stretch of the index.
  const { rows } = await db.query<WithdrawalToReview>(
    `SELECT listed.*, ${ACCOUNT} FROM (${WITHDRAWAL_COLUMNS} WHERE w.id IN (
        SELECT p.id FROM unnest($1::smallint[]) AS s (status) CROSS JOIN LATERAL (
          SELECT i.id FROM withdrawal i WHERE i.status = s.status AND i.id ${beyond} $2 AND ($3::bigint IS NULL OR i.member_id = $3)
           ORDER BY i.id ${order} LIMIT ${LIST_ROWS + 1}) p ORDER BY p.id ${order} LIMIT ${LIST_ROWS + 1})) listed ${ITS_ACCOUNT}
      ORDER BY listed.id ${order}`,
    [statuses, after ?? (newestFirst ? HIGHEST_ID : LOWEST_ID), memberId ?? null],
  );
  return rows;
};

export interface SavedAddress {
  networkId: NetworkId;
  address: string;
  savedAt: Date;
  usableAt: Date;
}

/** The addresses that a member saved for a coin, newest first; twenty at most. */
export const listSavedAddresses = async (db: Db, memberId: bigint, walletId: WalletId): Promise<SavedAddress[]> => {
  const { rows } = await db.query<SavedAddress>(
    `SELECT network_id AS "networkId", address, saved_at AS "savedAt", usable_at AS "usableAt"
       FROM withdrawal_address WHERE member_id = $1 AND wallet_id = $2 ORDER BY id DESC LIMIT 20`,
    [memberId, walletId],
  );
  return rows;
};
