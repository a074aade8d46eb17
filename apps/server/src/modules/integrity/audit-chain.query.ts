import { createHash } from 'node:crypto';
import type { Db } from '../../db/transaction.ts';
import { auditHash, BEGAN_US, GENESIS, IS_WHOLE, type WrittenEntry } from '../../ledger/audit.ts';
import { type EquationOutcome, outcomeOf } from './outcome.ts';

export type AuditLine = WrittenEntry & { id: bigint; at: Date; previousHash: Buffer; hash: Buffer };
export const AUDIT_COLUMNS = `id, at, actor, action, subject, reason, detail, tx, ${BEGAN_US} AS "beganUs", previous_hash AS "previousHash", hash`;

/** A row of the audit log as it was noted outside of the database: its number, which is how many there were, and its hash. */
export interface AuditHead {
  readonly id: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

const BATCH = 1000;
/** Lines, between two words of how far it is. */
const TELL_EVERY = 10 * BATCH;
/** Hears how many lines were walked over. */
type Walked = (lines: number) => Promise<void> | undefined;

/**
 * Walks the hash chain of the audit log: the rows that do not follow from the one before, or are not the next number, each by what it
 * says now: changed once more it is another one.
 * @param from where to begin, a row that is known to be right; the beginning of the log when left out.
 * @internal
 */
export const listBreaksInAudit = async (db: Db, from?: AuditHead, walked?: Walked): Promise<string[]> => {
  const breaks: string[] = [];
  let previous: Buffer = from === undefined ? GENESIS : Buffer.from(from.hash, 'hex');
  for (let after = from?.id ?? 0n; ;) {
    const { rows } = await db.query<AuditLine & { isWhole: boolean }>(
      `SELECT ${AUDIT_COLUMNS}, ${IS_WHOLE} AS "isWhole" FROM audit WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
      [after],
    );
    for (const row of rows) {
      const follows = row.id === after + 1n && row.previousHash.equals(previous) && row.isWhole;
      if (!follows || !auditHash(previous, row.at, row).equals(row.hash)) breaks.push(nameOf(row, after));
      [previous, after] = [row.hash, row.id];
    }
    if (rows.length < BATCH) return breaks;
    if (after % BigInt(TELL_EVERY) === 0n) await walked?.(Number(after));
  }
};

const nameOf = (row: AuditLine, after: bigint): string => {
  const said = createHash('sha256')
    .update(row.hash)
    .update(auditHash(row.previousHash, row.at, row));
  const gap = row.id === after + 1n ? '' : ` behind ${after}`;
  return `row ${row.id}${gap} (${said.digest('hex').slice(0, 16)})`;
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

/** The whole log: the walk from its first row, and every anchor. */
export const checkAudit = async (db: Db, anchors: readonly AuditHead[], walked?: Walked): Promise<EquationOutcome> =>
  outcomeOf(AUDIT, [
    ...(await listBreaksInAudit(db, undefined, walked)),
    ...(await listLostAnchors(db, anchors)).map(anchorName),
  ]);

/**
 * From the newest of some anchors on that is still there: from a row that is lost nothing follows.
 * @param heads noted since: each must still be there, and what is before it is walked all the same.
 */
export const checkAuditEnd = async (
  db: Db,
  anchors: readonly AuditHead[],
  heads: readonly AuditHead[],
): Promise<EquationOutcome> => {
  const lost = await listLostAnchors(db, [...anchors, ...heads]);
  const from = anchors.findLast(({ id, hash }) => !lost.some((each) => each.id === id && each.hash === hash));
  return outcomeOf(AUDIT, [...(await listBreaksInAudit(db, from)), ...lost.map(anchorName)]);
};

const anchorName = ({ id, hash }: AuditHead): string => `anchor ${id} (${hash.slice(0, 16)})`;

const AUDIT = {
  name: 'audit',
  sentence: 'Every row of the audit log follows from the one before, none is missing, and every anchored one is there.',
};
