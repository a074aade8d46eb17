import type { ClientBase, Pool } from 'pg';
import { auditHash, type AuditEntry } from '../../ledger/audit.ts';

type StoredRow = AuditEntry & { id: bigint; at: Date; previousHash: Buffer; hash: Buffer };

const BATCH = 1000;
const GENESIS = Buffer.alloc(32);

/** Walks the hash chain of the audit log: id of the first row that does not follow from the one before, or null. */
export const findBreakInAudit = async (database: Pick<ClientBase | Pool, 'query'>): Promise<bigint | null> => {
  let previous: Buffer = GENESIS;
  for (let after = 0n; ;) {
    const { rows } = await database.query<StoredRow>(
      `SELECT id, at, actor, action, subject, reason, detail, previous_hash AS "previousHash", hash
         FROM audit WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
      [after],
    );
    for (const row of rows) {
      if (!row.previousHash.equals(previous) || !auditHash(previous, row.at, row).equals(row.hash)) return row.id;
      [previous, after] = [row.hash, row.id];
    }
    if (rows.length < BATCH) return null;
  }
};
