import type { DeletionCause } from '@minerx/rules/deletion';
import { FACTOR_HOLD_HOURS } from '@minerx/rules/factor-hold';
import { HOUR_MS } from '@minerx/rules/duration';
import { NFT_STATUS, NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { CANCELLED, ENDED } from '@minerx/rules/order-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { firstIdOf } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';

/** SQL: an NFT `n` that has left for good: its transaction is deep enough, or an operator who sent it says which it is. */
const HAS_LEFT = `n.status = ${NFT_STATUS.APPROVED} AND EXISTS (
  SELECT FROM nft_withdrawal w LEFT JOIN payout p ON p.id = w.id
   WHERE w.nft_id = n.id AND w.member_id = n.member_id AND w.status = ${NFT_WITHDRAWAL_STATUS.APPROVED} AND (w.tx_hash IS NOT NULL OR p.status = ${PAYOUT_STATUS.CONFIRMED}))`;

/** For so long after value left: its owner has to see the mail about it while there is an account to freeze. */
const LATELY_MS = FACTOR_HOLD_HOURS * HOUR_MS;

/** How much of each there is. What is less than a wallet shows counts for nothing: it could not be moved. */
export const countOpen = async (db: Db, memberId: bigint, now: Date): Promise<Record<DeletionCause, number>> => {
  const { rows } = await db.query<Record<DeletionCause, number>>(
    `SELECT (SELECT count(*)::integer FROM account a JOIN wallet_type w ON w.id = a.id % 16
              WHERE a.id >= $1::bigint * 16 AND a.id < ($1::bigint + 1) * 16 AND a.balance >= power(10, 8 - w.precision)) AS balances,
            (SELECT count(*)::integer FROM miner_order WHERE member_id = $1 AND status NOT IN (${ENDED}, ${CANCELLED})) AS orders,
            (SELECT count(*)::integer FROM withdrawal WHERE member_id = $1 AND status IN (0, 1, 2, 7)) AS withdrawals,
            (SELECT count(*)::integer FROM deposit WHERE member_id = $1 AND status IN (0, 1)) AS deposits,
            (SELECT count(*)::integer FROM nft n WHERE n.member_id = $1 AND NOT (${HAS_LEFT})) AS nfts,
            (SELECT count(*)::integer FROM staking_order WHERE member_id = $1 AND status = 1) AS stakes,
            (SELECT count(*)::integer FROM blessing_pack WHERE member_id = $1 AND opened_at IS NULL) AS blessings,
            (SELECT count(*)::integer FROM blessing_pick k JOIN blessing_fulfilment f ON f.pack_id = k.pack_id WHERE k.member_id = $1 AND f.done_at IS NULL) AS journeys,
            (SELECT count(*)::integer FROM blessing_pick k JOIN voucher v ON v.id = k.voucher_id
              WHERE k.member_id = $1 AND v.redeemed_by IS NULL AND v.voided_at IS NULL) AS vouchers,
            (SELECT count(*)::integer FROM transfer WHERE member_id = $1 AND id >= $2 AND kind IN ('transfer', 'withdrawal'))
              + (SELECT count(*)::integer FROM nft_withdrawal WHERE member_id = $1 AND id >= $2) AS sent`,
    [memberId, firstIdOf(now.getTime() - LATELY_MS)],
  );
  return rows[0]!;
};

/** The name that stays. */
export const getUsername = async (db: Db, memberId: bigint): Promise<string> => {
  const { rows } = await db.query<{ username: string }>('SELECT username FROM member WHERE id = $1', [memberId]);
  return rows[0]!.username;
};

/** The member of this number, if it is the one of this name. */
export const findMemberNamed = async (db: Db, memberId: bigint, username: string): Promise<bigint | null> => {
  const { rows } = await db.query<{ id: bigint }>('SELECT id FROM member WHERE id = $1 AND username = $2', [
    memberId,
    username,
  ]);
  return rows[0]?.id ?? null;
};
