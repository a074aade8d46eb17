import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { ADVISORY_LOCK, lockAlone } from '../db/advisory-locks.ts';
import type { Tx } from '../db/transaction.ts';
import { canonicalJson } from './fingerprint.ts';
import type { Json } from './command.ts';
import type { Actor } from '../base/actor.ts';

/** Who did what to whom, and why. */
export interface AuditEntry {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly detail: Json;
}

/** Which transaction of the database wrote a line, and when that began by the database's clock, in microseconds since 1970. */
interface WrittenBy {
  readonly tx: bigint;
  readonly beganUs: bigint;
}

/** A line as it stands in the log: those of before actors had one form name them otherwise, and the first ones do not say who wrote them. */
export type WrittenEntry = Omit<AuditEntry, 'actor'> & {
  readonly actor: string;
  readonly tx?: bigint | null;
  readonly beganUs?: bigint | null;
};

/** The proposal that is carried out, and who agreed to it. */
export interface Agreement {
  readonly proposal: string;
  readonly by: Actor;
}

const agreement = new AsyncLocalStorage<Agreement>();

/** Lines of the work name the agreement in their detail; a command of the funnel, whose batches are of many, says it itself. */
export const underAgreement = <T>(given: Agreement, work: () => Promise<T>): Promise<T> => agreement.run(given, work);

export const agreedDetail = (detail: AuditEntry['detail'], given: Agreement): Json => ({
  ...(detail as object),
  agreed: { ...given },
});

const withAgreement = (detail: AuditEntry['detail']): Json => {
  const given = agreement.getStore();
  return given === undefined ? detail : agreedDetail(detail, given);
};

/** What the first row follows from. */
export const GENESIS = Buffer.alloc(32);

/**
 * hash = SHA-256(previous hash ‖ canonical JSON of [at, actor, action, subject, reason, detail, tx, beganUs]), the last two as decimal
 * texts; lines from before end with the detail.
 */
export const auditHash = (previous: Buffer, at: Date, entry: WrittenEntry): Buffer => {
  const { actor, action, subject, reason, detail, tx, beganUs } = entry;
  const written = beganUs === null || beganUs === undefined ? [] : [String(tx), String(beganUs)];
  return createHash('sha256')
    .update(previous)
    .update(canonicalJson([at.toISOString(), actor, action, subject, reason, detail, ...written]))
    .digest();
};

/** SQL of a line: moments are hashed, and so written, in whole milliseconds; one that is moved by less would hash as before. */
export const IS_WHOLE = "at = date_trunc('milliseconds', at)";
/** SQL: when a line's transaction began, as the hash has it. */
export const BEGAN_US = '(extract(epoch FROM written_at) * 1000000)::bigint';

/** Adds rows to the hash-chained audit log, in the transaction of what they tell of. Numbers run without gaps: a missing one was taken out. */
export const appendAudit = async (tx: Tx, at: Date, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  // Serialises the writers of the chain; taken after every other lock.
  await lockAlone(tx, ADVISORY_LOCK.audit);
  const { rows } = await tx.query<WrittenBy & { id: bigint | null; hash: Buffer | null }>(
    `SELECT a.id, a.hash, w.tx, ${BEGAN_US} AS "beganUs" FROM (SELECT pg_current_xact_id()::text::bigint AS tx, now() AS written_at) w
       LEFT JOIN (SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1) a ON true`,
  );
  const { tx: writer, beganUs, ...newest } = rows[0]!;
  let [id, previous] = [newest.id ?? 0n, newest.hash ?? GENESIS];
  for (const given of entries) {
    const entry = { ...given, detail: withAgreement(given.detail) };
    const hash = auditHash(previous, at, { ...entry, tx: writer, beganUs });
    await tx.query(
      `INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash, written_at) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, now())`,
      [
        (id += 1n),
        at.toISOString(),
        entry.actor,
        entry.action,
        entry.subject,
        entry.reason,
        JSON.stringify(entry.detail),
        previous,
        hash,
      ],
    );
    previous = hash;
  }
};
