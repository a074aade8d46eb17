import type { DeletionCause } from '@minerx/rules/deletion';
import { CANCELLED, ENDED } from '@minerx/rules/order-status';
import type { Db } from '../../db/transaction.ts';

/** How much of each there is. What is less than a wallet shows counts for nothing: it could not be moved. */
export const countOpen = async (db: Db, memberId: bigint): Promise<Record<DeletionCause, number>> => {
  const { rows } = await db.query<Record<DeletionCause, number>>(
    `SELECT (SELECT count(*)::integer FROM account a JOIN wallet_type w ON w.id = a.id % 16
              WHERE a.id >= $1::bigint * 16 AND a.id < ($1::bigint + 1) * 16 AND a.balance >= power(10, 8 - w.precision)) AS balances,
            (SELECT count(*)::integer FROM miner_order WHERE member_id = $1 AND status NOT IN (${ENDED}, ${CANCELLED})) AS orders,
            (SELECT count(*)::integer FROM withdrawal WHERE member_id = $1 AND status IN (0, 1, 2, 7)) AS withdrawals,
            (SELECT count(*)::integer FROM deposit WHERE member_id = $1 AND status IN (0, 1)) AS deposits,
            (SELECT count(*)::integer FROM nft WHERE member_id = $1) AS nfts,
            (SELECT count(*)::integer FROM staking_order WHERE member_id = $1 AND status = 1) AS stakes,
            (SELECT count(*)::integer FROM blessing_pack WHERE member_id = $1 AND opened_at IS NULL) AS blessings,
            (SELECT count(*)::integer FROM blessing_pick k JOIN blessing_fulfilment f ON f.pack_id = k.pack_id WHERE k.member_id = $1 AND f.done_at IS NULL) AS journeys`,
    [memberId],
  );
  return rows[0]!;
};
