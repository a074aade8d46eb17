import type { Db } from '../../db/transaction.ts';
import { auditHash, GENESIS, type WrittenEntry } from '../../ledger/audit.ts';
import type { EquationOutcome } from './integrity.query.ts';

export type AuditLine = WrittenEntry & { id: bigint; at: Date; previousHash: Buffer; hash: Buffer };
export const AUDIT_COLUMNS = 'id, at, actor, action, subject, reason, detail, previous_hash AS "previousHash", hash';

/** A row of the audit log as it was noted outside of the database: its number, which is how many there were, and its hash. */
export interface AuditHead {
  readonly id: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

const BATCH = 1000;

/**
 * Walks the hash chain of the audit log: id of the first row that does not follow from the one before, or is not the next
 * number; null when there is none.
 * @param from where to begin, a row that is known to be right; the beginning of the log when left out.
 * @internal
 */
export const findBreakInAudit = async (db: Db, from?: AuditHead): Promise<bigint | null> => {
  let previous: Buffer = from === undefined ? GENESIS : Buffer.from(from.hash, 'hex');
  for (let after = from?.id ?? 0n; ;) {
    const { rows } = await db.query<AuditLine>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
      [after],
    );
    for (const row of rows) {
      const follows = row.id === after + 1n && row.previousHash.equals(previous);
      if (!follows || !auditHash(previous, row.at, row).equals(row.hash)) return row.id;
      [previous, after] = [row.hash, row.id];
    }
    if (rows.length < BATCH) return null;
  }
};

/** The newest row; null while there is none. */
export const findAuditHead = async (db: Db): Promise<AuditHead | null> => {
  const { rows } = await db.query<AuditHead>(
    `SELECT id, encode(hash, 'hex') AS hash FROM audit ORDER BY id DESC LIMIT 1`,
  );
  return rows[0] ?? null;
};

/** The anchors that the log does not hold any more: cut off, or written anew. */
const listLostAnchors = async (db: Db, anchors: readonly AuditHead[]): Promise<AuditHead[]> => {
  if (anchors.length === 0) return [];
  const { rows } = await db.query<AuditHead>(
    `SELECT n.id, n.hash FROM unnest($1::bigint[], $2::text[]) AS n (id, hash)
       LEFT JOIN audit a ON a.id = n.id AND encode(a.hash, 'hex') = n.hash WHERE a.id IS NULL ORDER BY n.id`,
    [anchors.map(({ id }) => id), anchors.map(({ hash }) => hash)],
  );
  return rows;
};

/** @param from where the walk begins; the anchors are all looked for. */
export const checkAudit = async (db: Db, anchors: readonly AuditHead[], from?: AuditHead): Promise<EquationOutcome> => {
  const lost = await listLostAnchors(db, anchors);
  // From a row that is lost nothing follows.
  const brokenAt = from !== undefined && lost.length > 0 ? null : await findBreakInAudit(db, from);
  const examples = [...(brokenAt === null ? [] : [`row ${brokenAt}`]), ...lost.map(({ id }) => `anchor ${id}`)];
  return {
    name: 'audit',
    sentence:
      'Every row of the audit log follows from the one before, none is missing, and every anchored one is there.',
    violations: BigInt(examples.length),
    examples: examples.slice(0, 5),
  };
};
