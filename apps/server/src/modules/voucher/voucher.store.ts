import { parseUnits } from '@minerx/rules/money';
import { VOUCHER_MINIMUM } from '@minerx/rules/purchase';
import type { Pool } from 'pg';
import type { Tx } from '../../db/transaction.ts';

/** The setting: USDT as decimal text. */
export const VOUCHER_MINIMUM_KEY = 'voucher_minimum';

/** The least that a voucher may be worth by the setting's value, USDT units. */
export const voucherMinimum = (value: unknown): bigint =>
  (typeof value === 'string' ? parseUnits(value) : null) ?? VOUCHER_MINIMUM;

export const findVoucherMinimum = async (db: Pool | Tx): Promise<bigint> => {
  const { rows } = await db.query<{ value: unknown }>('SELECT value FROM setting WHERE key = $1', [
    VOUCHER_MINIMUM_KEY,
  ]);
  return voucherMinimum(rows[0]?.value);
};

/** The fingerprint of the redemption that a member's key stands for already. */
export const findRedemption = async (pool: Pool, memberId: bigint, key: string): Promise<Buffer | null> => {
  const { rows } = await pool.query<{ fingerprint: Buffer }>({
    name: 'voucher_redemption',
    text: `SELECT fingerprint FROM command WHERE actor = $1 AND name = 'redeem_voucher' AND key = $2`,
    values: [`m${memberId}`, key],
  });
  return rows[0]?.fingerprint ?? null;
};
