import type { Db } from '../../db/transaction.ts';
import { auditHash, GENESIS } from '../../ledger/audit.ts';
import { AUDIT_COLUMNS, type AuditLine } from './audit-chain.query.ts';
import { findPayoutFreeze, type Known } from './payout-freeze.store.ts';

/** For jobs, which wait meanwhile. */
export const arePayoutsFrozen = async (db: Db): Promise<boolean> => (await findPayoutFreeze(db)) !== null;

/** A line of the audit log by which payouts were opened. */
type Opening = AuditLine & { known: Known };

/**
 * What a line says was known to be broken: whoever writes lines past the product may say nothing, or anything. Lines of before names
 * counted only, so that nobody knows of what: nothing is known by them.
 */
const knownOf = ({ detail }: AuditLine): Known => {
  const known = (detail as { known?: unknown } | null)?.known;
  return Object.fromEntries(
    Object.entries(typeof known === 'object' && known !== null ? known : {}).filter(
      (entry): entry is [string, string[]] => Array.isArray(entry[1]),
    ),
  );
};

/** Lines by which payouts were opened after line `after`, that follow from the line before them: others were not written by us. */
export const listOpenings = async (db: Db, after: bigint): Promise<Opening[]> => {
  const { rows } = await db.query<AuditLine>(
    `SELECT ${AUDIT_COLUMNS} FROM audit a WHERE action = 'payouts.open' AND id > $1
        AND previous_hash = coalesce((SELECT b.hash FROM audit b WHERE b.id = a.id - 1), $2) ORDER BY id`,
    [after, GENESIS],
  );
  return rows
    .filter((line) => auditHash(line.previousHash, line.at, line).equals(line.hash))
    .map((line) => ({ ...line, known: knownOf(line) }));
};

/** What an operator knew of when payouts were opened last: by the audit log, which is anchored, not by the row. */
export const findKnown = async (db: Db): Promise<Known> => (await listOpenings(db, 0n)).at(-1)?.known ?? {};
