import { ADVISORY_LOCK, lockDayAlone } from '../../../db/advisory-locks.ts';
import type { Tx } from '../../../db/transaction.ts';

/** One writer of a day's payout at a time. */
export const lockPayout = async (tx: Tx, day: string): Promise<void> => {
  await lockDayAlone(tx, ADVISORY_LOCK.poolPayout, day);
};

interface PayoutRow {
  day: string;
  part: number;
  rewardSat: bigint;
  source: string;
  simulated: boolean;
  reason: string | null;
  transferId: string | null;
  at: Date;
}

export const insertPoolPayout = async (tx: Tx, row: PayoutRow): Promise<void> => {
  await tx.query(
    `INSERT INTO pool_payout (day, part, reward_sat, source, simulated, reason, transfer_id, recorded_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.day, row.part, row.rewardSat, row.source, row.simulated, row.reason, row.transferId, row.at],
  );
};
