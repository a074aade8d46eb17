import type { Tx } from '../../../db/transaction.ts';

/** Sets the fee from a UTC day on. */
export const putPoolFee = async (tx: Tx, fromDay: string, ppm: number, at: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO pool_fee (from_day, fee_ppm, set_at) VALUES ($1, $2, $3)
     ON CONFLICT (from_day) DO UPDATE SET fee_ppm = excluded.fee_ppm, set_at = excluded.set_at`,
    [fromDay, ppm, at],
  );
};
