import type { Tx } from '../../db/transaction.ts';

interface NewVouchers {
  packageId: number;
  amountUnits: bigint;
  at: Date;
  expiresAt: Date | null;
  /** The line of the audit log that tells of their making. */
  batch: bigint;
}

/** Vouchers of one kind, each by its id and the hash of its code. */
export const insertVouchers = async (
  tx: Tx,
  ids: readonly string[],
  hashes: readonly Buffer[],
  { packageId, amountUnits, at, expiresAt, batch }: NewVouchers,
): Promise<void> => {
  await tx.query(
    `INSERT INTO voucher (id, code_hash, package_id, amount_units, created_at, expires_at, batch)
     SELECT v.id, v.hash, $3, $4, $5, $6, $7 FROM unnest($1::uuid[], $2::bytea[]) AS v (id, hash)`,
    [ids, hashes, packageId, amountUnits, at, expiresAt, batch],
  );
};
