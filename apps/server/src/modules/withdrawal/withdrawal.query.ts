import { DAY_MS } from '@minerx/rules/duration';
import { usableAfterReset } from '@minerx/rules/factor-hold';
import type { NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { pageOffset } from '@minerx/rules/paging';
import type { WalletId } from '@minerx/rules/wallet';
import {
  RETURNED_STATUSES,
  WITHDRAWAL_STATUS,
  type SavedAddress,
  type WithdrawalCause,
  type WithdrawalState,
  type WithdrawalStatus,
  type WithdrawalTerms,
} from '@minerx/rules/withdrawal';
import type { Db } from '../../db/transaction.ts';
import { IS_OPEN, IS_PAYABLE } from './withdrawal-open.sql.ts';
import { resetAtSql } from '../member/outgoing.ledger.ts';

export interface WithdrawalRow {
  id: string;
  memberId: bigint;
  walletId: WalletId;
  networkId: NetworkId;
  status: WithdrawalStatus;
  revision: number;
  amountUnits: bigint;
  feeUnits: bigint;
  address: string;
  twoOperators: boolean;
  firstApprover: string | null;
  secondApprover: string | null;
  cause: WithdrawalCause | null;
  txHash: string | null;
  createdAt: Date;
  changedAt: Date;
  sentAt: Date | null;
  deadlineAt: Date;
  /** Blocks that make a transaction final on its network. */
  confirmations: number;
  /** Where operators say that its transaction can be looked up. */
  explorer: string | null;
  /** The block that its transaction stands in, and the newest one of the chain; null as far as they are not known. */
  blockNumber: number | null;
  head: number | null;
  confirmedBy: string | null;
}

export const WITHDRAWAL_COLUMNS = `
  SELECT w.id, w.member_id AS "memberId", w.wallet_id AS "walletId", w.network_id AS "networkId", w.status, w.revision,
         w.amount_units AS "amountUnits", w.fee_units AS "feeUnits", w.address, w.two_operators AS "twoOperators",
         w.first_approver AS "firstApprover", w.second_approver AS "secondApprover", w.cause, w.tx_hash AS "txHash",
         w.created_at AS "createdAt", w.changed_at AS "changedAt", w.sent_at AS "sentAt", h.deadline_at AS "deadlineAt", n.confirmations, n.explorer,
         coalesce(w.block_number, p.block_number)::float8 AS "blockNumber", c.head_number::float8 AS head, w.confirmed_by AS "confirmedBy"
    FROM withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id JOIN network n ON n.id = w.network_id
    LEFT JOIN payout p ON p.id = w.id LEFT JOIN chain_cursor c ON c.network_id = w.network_id`;

export const findWithdrawal = async (db: Db, id: string): Promise<WithdrawalRow | null> => {
  const { rows } = await db.query<WithdrawalRow>({
    name: 'withdrawal',
    text: `${WITHDRAWAL_COLUMNS} WHERE w.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
};

/** Only the member's own; someone else's is as missing as none. */
export const findOwnWithdrawal = async (db: Db, memberId: bigint, id: string): Promise<WithdrawalRow | null> => {
  const withdrawal = await findWithdrawal(db, id);
  return withdrawal?.memberId === memberId ? withdrawal : null;
};

/** One page of a member's withdrawals, newest first, and how many there are. */
export const listWithdrawals = async (
  db: Db,
  memberId: bigint,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> => {
  const [{ rows }, count] = await Promise.all([
    db.query<WithdrawalRow>({
      name: 'withdrawals_of_member',
      text: `${WITHDRAWAL_COLUMNS} WHERE w.member_id = $1 ORDER BY w.id DESC LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    db.query<{ total: number }>({
      name: 'withdrawals_of_member_count',
      text: 'SELECT count(*)::integer AS total FROM withdrawal WHERE member_id = $1',
      values: [memberId],
    }),
  ]);
  return { rows, total: count.rows[0]!.total };
};

export interface TermsRow extends WithdrawalTerms {
  walletId: WalletId;
  networkId: NetworkId;
  /** Somebody knows what moves there (`IS_PAYABLE`). */
  payable: boolean;
}

const TERMS = `
  a.wallet_id AS "walletId", a.network_id AS "networkId", ${IS_OPEN} AS enabled, ${IS_PAYABLE} AS payable, a.decimals,
  a.min_withdraw_units AS "minimumUnits", a.fee_units AS "feeUnits", a.daily_limit_units AS "dailyLimitUnits",
  a.two_operators_above_units AS "twoOperatorsAboveUnits"`;

/** The terms of every coin on each of its networks. */
export const listWithdrawalTerms = async (db: Db): Promise<TermsRow[]> => {
  const { rows } = await db.query<TermsRow>(
    `SELECT ${TERMS} FROM asset_network a JOIN network n ON n.id = a.network_id ORDER BY a.wallet_id, a.network_id`,
  );
  return rows;
};

/** A coin on one of its networks, with what decides whether a member may withdraw it there. */
export interface WithdrawalOptionRow extends TermsRow {
  saved: SavedAddress | null;
  /** What was asked for on the UTC day and did not come back, of this coin on all its networks. */
  usedUnits: bigint;
  frozen: boolean;
  resetAt: Date | null;
}

interface OptionFound extends Omit<WithdrawalOptionRow, 'saved'> {
  /** The newest of the coin and network, with its times; null where none is saved. */
  address: string | null;
  savedAt: Date | null;
  usableAt: Date | null;
}

/** $1 member, $2 the beginning of the day. */
const OPTIONS = `
  SELECT ${TERMS}, coalesce(u.units, 0)::bigint AS "usedUnits", s.address, s.saved_at AS "savedAt", s.usable_at AS "usableAt",
         m.frozen_at IS NOT NULL AS frozen, ${resetAtSql('$1')} AS "resetAt"
    FROM member m CROSS JOIN asset_network a JOIN network n ON n.id = a.network_id
    LEFT JOIN (SELECT wallet_id, sum(amount_units) AS units FROM withdrawal
                WHERE member_id = $1 AND status NOT IN (${RETURNED_STATUSES.join(', ')}) AND created_at >= $2::timestamptz
                GROUP BY wallet_id) u ON u.wallet_id = a.wallet_id
    LEFT JOIN LATERAL (SELECT w.address, w.saved_at, w.usable_at FROM withdrawal_address w
                        WHERE (w.member_id, w.wallet_id, w.network_id) = ($1, a.wallet_id, a.network_id) ORDER BY w.id DESC LIMIT 1) s ON true
   WHERE m.id = $1 ORDER BY a.wallet_id, a.network_id`;

/** Every coin on each of its networks, as a member may withdraw it now. */
export const listWithdrawalOptions = async (
  db: Db,
  memberId: bigint,
  nowMs: number,
): Promise<WithdrawalOptionRow[]> => {
  const { rows } = await db.query<OptionFound>({
    name: 'withdrawal_options',
    text: OPTIONS,
    values: [memberId, new Date(Math.floor(nowMs / DAY_MS) * DAY_MS)],
  });
  return rows.map(({ address, savedAt, usableAt, ...row }) => ({
    ...row,
    saved:
      address === null || savedAt === null || usableAt === null
        ? null
        : {
            address,
            usableFromMs: usableAfterReset(savedAt.getTime(), usableAt.getTime(), row.resetAt?.getTime() ?? null),
          },
  }));
};

const getBalance = async (db: Db, memberId: bigint, walletId: WalletId): Promise<bigint> => {
  const { rows } = await db.query<{ balance: bigint }>({
    name: 'balance_of_wallet',
    text: 'SELECT balance FROM account WHERE id = account_of($1, $2)',
    values: [memberId, walletId],
  });
  return rows[0]?.balance ?? 0n;
};

/** What a request would be decided by now, outside of any lock. */
export const getWithdrawalState = async (
  db: Db,
  memberId: bigint,
  { walletId, networkId }: { walletId: WalletId; networkId: NetworkId },
  nowMs: number,
): Promise<WithdrawalState> => {
  const [options, balanceUnits] = await Promise.all([
    listWithdrawalOptions(db, memberId, nowMs),
    getBalance(db, memberId, walletId),
  ]);
  const option = options.find((each) => each.walletId === walletId && each.networkId === networkId) ?? null;
  return {
    terms: option,
    saved: option?.saved ?? null,
    balanceUnits,
    usedUnits: option?.usedUnits ?? 0n,
    nowMs,
  };
};

/** Whether the account may let anything out, by the same facts that the commands ask. */
export const getOutgoing = async (db: Db, memberId: bigint): Promise<{ frozen: boolean; resetAt: Date | null }> => {
  const { rows } = await db.query<{ frozen: boolean; resetAt: Date | null }>({
    name: 'outgoing_of_member',
    text: `SELECT m.frozen_at IS NOT NULL AS frozen,
                  ${resetAtSql('m.id')} AS "resetAt"
             FROM member m WHERE m.id = $1`,
    values: [memberId],
  });
  return rows[0] ?? { frozen: true, resetAt: null };
};

/** Under review beyond the deadline of their hold. */
export const listDueWithdrawals = async (db: Db, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT w.id FROM withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id
      WHERE w.status = ${WITHDRAWAL_STATUS.UNDER_REVIEW} AND h.state = 'open' AND h.deadline_at <= $1 ORDER BY h.deadline_at, w.id LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
};

/** An approved withdrawal that is to be sent on a chain, with where its coin lives there. */
interface SendableWithdrawal {
  id: string;
  memberId: bigint;
  networkId: NetworkId;
  amountUnits: bigint;
  address: string;
  contract: string;
  decimals: number;
}

/** Approved and not queued yet, on these networks, in the order in which they were approved. */
export const listSendableWithdrawals = async (
  db: Db,
  networkIds: readonly NetworkId[],
  limit: number,
): Promise<SendableWithdrawal[]> => {
  const { rows } = await db.query<SendableWithdrawal>(
    `SELECT w.id, w.member_id AS "memberId", w.network_id AS "networkId", w.amount_units AS "amountUnits", w.address, a.contract,
            a.decimals::integer AS decimals
       FROM withdrawal w JOIN asset_network a ON a.wallet_id = w.wallet_id AND a.network_id = w.network_id
      WHERE w.status = ${WITHDRAWAL_STATUS.APPROVED} AND w.network_id = ANY($1::smallint[]) AND a.contract IS NOT NULL
        AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id)
      ORDER BY w.changed_at, w.id LIMIT $2`,
    [networkIds, limit],
  );
  return rows;
};

/** Those whose transaction is on its way while they still stand as approved, and those whose members read the hash of one that another has taken the place of; with its hash. */
export const listUntoldWithdrawals = async (db: Db, limit: number): Promise<{ id: string; hash: string }[]> => {
  const { rows } = await db.query<{ id: string; hash: string }>(
    `SELECT p.id, p.tx_hash AS hash FROM withdrawal w JOIN payout p ON p.id = w.id
      WHERE p.status IN (${PAYOUT_STATUS.SENT}, ${PAYOUT_STATUS.ERRORED}) AND p.tx_hash IS NOT NULL
        AND (w.status = ${WITHDRAWAL_STATUS.APPROVED}
          OR w.status = ${WITHDRAWAL_STATUS.SENT} AND p.block_number IS NOT NULL AND p.tx_hash <> w.tx_hash)
      ORDER BY p.sent_at LIMIT $1`,
    [limit],
  );
  return rows;
};
