import type { Pool } from 'pg';

/** The fingerprint of the redemption that a member's key stands for already. */
export const findRedemption = async (pool: Pool, memberId: bigint, key: string): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ fingerprint: Buffer }>({
    name: 'voucher_redemption',
    text: `SELECT fingerprint FROM command WHERE actor = $1 AND name = 'redeem_voucher' AND key = $2`,
    values: [`m${memberId}`, key],
  });
  return rows[0]?.fingerprint ?? null;
};
