import { MOST_COUNTED, type Queue } from '@minerx/contract/operator/waiting';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { TICKET_OPEN } from '@minerx/rules/ticket';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import type { Db } from '../../db/transaction.ts';
import { dayEnd } from '../../outside/utc-day.ts';
import { listWaitingDays } from '../settlement/waiting/waiting-days.query.ts';

interface WaitingQueue {
  queue: Queue;
  count: number;
  oldestAt: Date | null;
}

/** How much waits in each queue, and since when; counted no further than anybody reads. */
export const listQueues = async (db: Db, now: number): Promise<WaitingQueue[]> => {
  const days = await listWaitingDays(db, now);
  const { rows } = await db.query<WaitingQueue>(
    `SELECT 'withdrawals' AS queue, count(*)::integer AS count, min(w.changed_at) AS "oldestAt"
       FROM (SELECT changed_at FROM withdrawal WHERE status = ${WITHDRAWAL_STATUS.UNDER_REVIEW} ORDER BY id LIMIT ${MOST_COUNTED}) w
     UNION ALL
     SELECT 'unknown', count(*)::integer, min(e.changed_at)
       FROM (SELECT changed_at FROM withdrawal WHERE status = ${WITHDRAWAL_STATUS.ERRORED} ORDER BY id LIMIT ${MOST_COUNTED}) e
     UNION ALL
     SELECT 'nfts', count(*)::integer, min(n.created_at)
       FROM (SELECT created_at FROM nft_withdrawal WHERE status = ${NFT_WITHDRAWAL_STATUS.PENDING} ORDER BY id LIMIT ${MOST_COUNTED}) n
     UNION ALL
     SELECT 'nfts_unknown', count(*)::integer, min(u.created_at)
       FROM (SELECT created_at FROM payout WHERE status = ${PAYOUT_STATUS.ERRORED} AND kind = 'nft' LIMIT ${MOST_COUNTED}) u
     UNION ALL
     SELECT 'payouts', count(*)::integer, min(p.created_at)
       FROM (SELECT created_at FROM payout WHERE status = ${PAYOUT_STATUS.ERRORED} AND member_id IS NULL LIMIT ${MOST_COUNTED}) p
     UNION ALL
     SELECT 'deposits', count(*)::integer, min(d.seen_at)
       FROM (SELECT seen_at FROM deposit WHERE status = ${DEPOSIT_STATUS.SEEN} LIMIT ${MOST_COUNTED}) d
     UNION ALL
     SELECT 'tickets', count(*)::integer, min(t.updated_at)
       FROM (SELECT updated_at FROM ticket WHERE status = ${TICKET_OPEN} AND awaits_us ORDER BY updated_at, id LIMIT ${MOST_COUNTED}) t
     UNION ALL
     SELECT 'prizes', count(*)::integer, min(f.created_at)
       FROM (SELECT created_at FROM blessing_fulfilment WHERE done_at IS NULL ORDER BY created_at, pack_id LIMIT ${MOST_COUNTED}) f
     UNION ALL
     SELECT 'corrections', count(*)::integer, min(c.updated_at)
       FROM settlement_day c WHERE c.state = 'correcting'
     UNION ALL
     SELECT 'liquidity', count(*)::integer, min(l.proposed_at)
       FROM (SELECT proposed_at FROM liquidity_change WHERE transfer_id IS NULL ORDER BY proposed_at LIMIT ${MOST_COUNTED}) l
     UNION ALL
     SELECT 'outbox', count(*)::integer, min(o.given_up_at)
       FROM (SELECT given_up_at FROM outbox WHERE given_up_at IS NOT NULL ORDER BY given_up_at, id LIMIT ${MOST_COUNTED}) o`,
  );
  const oldest = days[0];
  const settlements = {
    queue: 'settlements',
    count: days.length,
    oldestAt: oldest === undefined ? null : new Date(dayEnd(oldest)),
  } as const;
  return [...rows, settlements];
};
