import type { Db } from '../../db/transaction.ts';
import { auditHash, GENESIS } from '../../ledger/audit.ts';
import { AUDIT_COLUMNS, type AuditLine } from './audit-chain.query.ts';
import { findPayoutFreeze, type Violations } from './payout-freeze.store.ts';

/** For jobs, which wait meanwhile. */
export const arePayoutsFrozen = async (db: Db): Promise<boolean> => (await findPayoutFreeze(db)) !== null;

/** A line of the audit log by which payouts were opened. */
type Opening = AuditLine & { known: Violations };

/** What a line says was known to be broken: whoever writes lines past the product may say nothing, or anything. */
const knownOf = ({ detail }: AuditLine): Violations => {
  const known = (detail as { known?: unknown } | null)?.known;
  return Object.fromEntries(
    Object.entries(typeof known === 'object' && known !== null ? known : {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
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
export const findKnownViolations = async (db: Db): Promise<Violations> =>
  (await listOpenings(db, 0n)).at(-1)?.known ?? {};
