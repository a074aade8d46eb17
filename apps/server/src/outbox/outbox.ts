import type { ClientBase } from 'pg';
import type { Statements } from '../db/packet.ts';

type Db = Pick<ClientBase, 'query'>;

/** Work for later, kept in the transaction that is the reason for it. After the commit: `bus.publish('outbox', { topic })`. */
export interface Work {
  readonly topic: string;
  /** Stored as JSON. */
  readonly payload: unknown;
  /** The member whose quiet hours put it off, now or when its turn has come. */
  readonly waitsFor?: bigint;
}

export const queueWork = async (
  db: Db,
  { topic, payload, waitsFor }: Work,
  at: Date,
  notBefore: Date = at,
): Promise<void> => {
  await db.query('INSERT INTO outbox (topic, payload, created_at, not_before, waits_for) VALUES ($1, $2, $3, $4, $5)', [
    topic,
    JSON.stringify(payload),
    at,
    notBefore,
    waitsFor ?? null,
  ]);
};

export interface DueWork extends Work {
  /** Without it due at once. */
  readonly notBefore?: Date;
}

/** Many at once, sent without waiting. */
export const queueMany = (db: Statements, entries: readonly DueWork[], at: Date): Promise<unknown> =>
  db.query({
    name: 'outbox_queue',
    text: `INSERT INTO outbox (topic, payload, created_at, not_before, waits_for)
      SELECT t.topic, t.payload::jsonb, $3::timestamptz, coalesce(t.not_before, $3::timestamptz), t.waits_for
        FROM unnest($1::text[], $2::text[], $4::timestamptz[], $5::bigint[]) AS t(topic, payload, not_before, waits_for)`,
    values: [
      entries.map(({ topic }) => topic),
      entries.map(({ payload }) => JSON.stringify(payload)),
      at.toISOString(),
      entries.map(({ notBefore }) => notBefore?.toISOString() ?? null),
      entries.map(({ waitsFor }) => waitsFor ?? null),
    ],
  });

/** A row whose turn has come. `payload` is what the writer of the topic put in. */
export interface OutboxRow {
  id: bigint;
  topic: string;
  payload: unknown;
  createdAt: Date;
  attempts: number;
}

const BATCH = 10;

/**
 * Takes due rows until `leasedUntil`, those that somebody waits for first. Workers never wait for each other: whoever has locked a row keeps it.
 * An array is read once; rows behind IN may be read anew for each row of the table, and more than a batch would be taken.
 */
export const claimWork = async (
  db: Db,
  topics: readonly string[],
  now: Date,
  leasedUntil: Date,
): Promise<OutboxRow[]> => {
  const { rows } = await db.query<OutboxRow>(
    `UPDATE outbox SET attempts = attempts + 1, not_before = $2
      WHERE id = ANY (ARRAY(SELECT id FROM outbox WHERE not_before <= $1 AND given_up_at IS NULL AND topic = ANY($3) ORDER BY awaited DESC, not_before, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
     RETURNING id, topic, payload, created_at AS "createdAt", attempts`,
    [now, leasedUntil, topics],
  );
  return rows;
};

/** Whether anybody's turn has come. */
export const isAnyDue = async (db: Db, now: Date): Promise<boolean> => {
  const { rowCount } = await db.query({
    name: 'outbox_due',
    text: 'SELECT FROM outbox WHERE not_before <= $1 AND given_up_at IS NULL LIMIT 1',
    values: [now],
  });
  return rowCount !== 0;
};

/** What was put off for a member's quiet hours and is not due `now` is due at `due`, whenever they end. What has been begun is left to whoever does it. */
export const endWaitFor = async (db: Db, memberId: bigint, now: Date, due: Date): Promise<void> => {
  await db.query('UPDATE outbox SET not_before = $3 WHERE waits_for = $1 AND attempts = 0 AND not_before > $2', [
    memberId,
    now,
    due,
  ]);
};

type Claimed = Pick<OutboxRow, 'id' | 'attempts'>;

/** Whoever works on it goes on. */
export const holdWork = async (db: Db, { id, attempts }: Claimed, leasedUntil: Date): Promise<void> => {
  await db.query('UPDATE outbox SET not_before = $3 WHERE id = $1 AND attempts = $2', [id, attempts, leasedUntil]);
};

/** It is done. One that another worker has taken over is left to it. */
export const endWork = async (db: Db, { id, attempts }: Claimed): Promise<void> => {
  await db.query('DELETE FROM outbox WHERE id = $1 AND attempts = $2', [id, attempts]);
};

/** It failed: again at `notBefore`, or given up. */
export const putOffWork = async (
  db: Db,
  { id, attempts }: Claimed,
  { notBefore, reason, givenUpAt }: { notBefore: Date; reason: string; givenUpAt: Date | null },
): Promise<void> => {
  await db.query(
    'UPDATE outbox SET not_before = $3, last_error = $4, given_up_at = $5 WHERE id = $1 AND attempts = $2',
    [id, attempts, notBefore, reason, givenUpAt],
  );
};

/** Has given-up work done again, from its first try on. Gives its topic; null when there is none such. */
export const retryGivenUpWork = async (db: Db, id: bigint, at: Date): Promise<string | null> => {
  const { rows } = await db.query<{ topic: string }>(
    'UPDATE outbox SET given_up_at = NULL, attempts = 0, not_before = $2 WHERE id = $1 AND given_up_at IS NOT NULL RETURNING topic',
    [id, at],
  );
  return rows[0]?.topic ?? null;
};

/** Forgets given-up work. Gives its topic; null when there is none such. */
export const dropGivenUpWork = async (db: Db, id: bigint, at: Date): Promise<string | null> => {
  const { rows } = await db.query<{ topic: string }>(
    'DELETE FROM outbox WHERE id = $1 AND given_up_at IS NOT NULL AND given_up_at <= $2 RETURNING topic',
    [id, at],
  );
  return rows[0]?.topic ?? null;
};

/** Forgets what was given up before: whoever it was for has long asked again, or not. */
export const forgetGivenUp = async (db: Db, before: Date, topics: readonly string[]): Promise<void> => {
  await db.query('DELETE FROM outbox WHERE given_up_at < $1 AND topic = ANY($2)', [before, topics]);
};
