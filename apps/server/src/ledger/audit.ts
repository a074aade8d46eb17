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

/** A line as it stands in the log: those of before actors had one form name them otherwise. */
export type WrittenEntry = Omit<AuditEntry, 'actor'> & { readonly actor: string };

/** What the first row follows from. */
export const GENESIS = Buffer.alloc(32);

/** hash = SHA-256(previous hash ‖ canonical JSON of [at, actor, action, subject, reason, detail]). */
export const auditHash = (previous: Buffer, at: Date, entry: WrittenEntry): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(canonicalJson([at.toISOString(), entry.actor, entry.action, entry.subject, entry.reason, entry.detail]))
    .digest();

/** Adds rows to the hash-chained audit log, in the transaction of what they tell of. Numbers run without gaps: a missing one was taken out. */
export const appendAudit = async (tx: Tx, at: Date, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  // Serialises the writers of the chain; taken after every other lock.
  await lockAlone(tx, ADVISORY_LOCK.audit);
  const { rows } = await tx.query<{ id: bigint; hash: Buffer }>('SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1');
  let { id, hash: previous } = rows[0] ?? { id: 0n, hash: GENESIS };
  for (const entry of entries) {
    const hash = auditHash(previous, at, entry);
    await tx.query(
      `INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)`,
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
