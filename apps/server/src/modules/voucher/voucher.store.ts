import type { Tx } from '../../db/transaction.ts';

interface NewVouchers {
  packageId: number;
  amountUnits: bigint;
  at: Date;
  expiresAt: Date | null;
}

/** Vouchers of one kind, each by its id and the hash of its code; behind the line of the audit log that tells of them, which no other follows before the commit. */
export const insertVouchers = async (
  tx: Tx,
  ids: readonly string[],
  hashes: readonly Buffer[],
  { packageId, amountUnits, at, expiresAt }: NewVouchers,
): Promise<void> => {
  await tx.query(
    `INSERT INTO voucher (id, code_hash, package_id, amount_units, created_at, expires_at, batch)
     SELECT v.id, v.hash, $3, $4, $5, $6, (SELECT id FROM audit ORDER BY id DESC LIMIT 1) FROM unnest($1::uuid[], $2::bytea[]) AS v (id, hash)`,
    [ids, hashes, packageId, amountUnits, at, expiresAt],
  );
};
