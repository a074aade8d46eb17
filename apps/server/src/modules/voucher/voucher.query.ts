import { LIST_ROWS } from '@minerx/contract/operator/list';
import { HIGHEST_NUMBER, LOWEST_ID } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';

/** Vouchers that were made at once. */
export interface VoucherBatch {
  /** Of the line of the audit log that tells of their making. */
  id: bigint;
  madeAt: Date;
  madeBy: string;
  reason: string;
  packageId: number;
  /** What each is worth, decimal USDT. */
  amount: string;
  expiresAt: Date | null;
  count: number;
  redeemed: number;
  voided: number;
}

/** What the audit log calls a batch by. */
export const batchSubject = (batch: bigint): string => `voucher-batch:${batch}`;

export interface BatchVoucher {
  id: string;
  expiresAt: Date | null;
  redeemedAt: Date | null;
  redeemedBy: bigint | null;
  username: string | null;
  voidedAt: Date | null;
}

/** The latest first: a page, and one row more where another follows. */
export const listVoucherBatches = async (db: Db, after: bigint | undefined): Promise<VoucherBatch[]> =>
  batches(db, 'a.id < $1', after ?? HIGHEST_NUMBER);

export const findVoucherBatch = async (db: Db, id: bigint): Promise<VoucherBatch | null> =>
  (await batches(db, 'a.id = $1', id))[0] ?? null;

const batches = async (db: Db, which: 'a.id < $1' | 'a.id = $1', id: bigint): Promise<VoucherBatch[]> => {
  const { rows } = await db.query<VoucherBatch>(
    `SELECT a.id, a.at AS "madeAt", a.actor AS "madeBy", a.reason, (a.detail->>'package')::integer AS "packageId", a.detail->>'amount' AS amount,
            (a.detail->>'expires')::timestamptz AS "expiresAt", n.count, n.redeemed, n.voided
       FROM (SELECT * FROM audit a WHERE a.action = 'voucher.create' AND ${which} ORDER BY a.id DESC LIMIT ${LIST_ROWS + 1}) a
      CROSS JOIN LATERAL (SELECT count(*)::integer AS count, count(v.redeemed_by)::integer AS redeemed, count(v.voided_at)::integer AS voided
                            FROM voucher v WHERE v.batch = a.id) n
      ORDER BY a.id DESC`,
    [id],
  );
  return rows;
};

/** Those of one batch, by id: a page, and one row more where another follows. */
export const listBatchVouchers = async (db: Db, batch: bigint, after: string | undefined): Promise<BatchVoucher[]> => {
  const { rows } = await db.query<BatchVoucher>(
    `SELECT v.id, v.expires_at AS "expiresAt", v.redeemed_at AS "redeemedAt", v.redeemed_by AS "redeemedBy", m.username, v.voided_at AS "voidedAt"
       FROM voucher v LEFT JOIN member m ON m.id = v.redeemed_by WHERE v.batch = $1 AND v.id > $2 ORDER BY v.id LIMIT ${LIST_ROWS + 1}`,
    [batch, after ?? LOWEST_ID],
  );
  return rows;
};

/** All those of one batch that nobody has redeemed and nobody took back. */
export const listUnusedVouchers = async (db: Db, batch: bigint): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM voucher WHERE batch = $1 AND redeemed_by IS NULL AND voided_at IS NULL',
    [batch],
  );
  return rows.map(({ id }) => id);
};

/** The voucher of a code, with its batch; no batch for one that was won with a pick. */
export const findVoucherOfCode = async (
  db: Db,
  codeHash: Buffer,
): Promise<{ id: string; batch: bigint | null } | null> => {
  const { rows } = await db.query<{ id: string; batch: bigint | null }>(
    'SELECT id, batch FROM voucher WHERE code_hash = $1',
    [codeHash],
  );
  return rows[0] ?? null;
};
