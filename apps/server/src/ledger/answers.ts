import { refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import type { Pool } from 'pg';
import type { Statements } from '../db/packet.ts';
import type { Tx } from '../db/transaction.ts';
import { refuse } from '../refusal.ts';
import type { Command, Json } from './command.ts';
import { ask, send } from './statement.ts';
import type { Actor } from '../base/actor.ts';

export interface StoredAnswer {
  readonly fingerprint: Buffer;
  /** Null: it is being worked on, or its process ended meanwhile (`once-apart.ts`). */
  readonly answer: unknown;
}

interface KeptAnswer extends StoredAnswer {
  /** Since when. */
  readonly at: Date;
}

/** "Try again later" is not an answer to keep. */
export const isLasting = (code: RefusalCode): boolean => refusalStatus(code) !== 503 && refusalStatus(code) !== 429;

/** An answer to keep, as JSON text. */
export interface AnswerRow {
  readonly actor: Actor;
  readonly name: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly answer: string;
}

/** Where a stored answer is found. */
export const answerKey = (actor: string, name: string, key: string): string => `${actor} ${name} ${key}`;

/** By `answerKey`, of those commands that have a key. */
export const loadAnswers = async (db: Statements, commands: readonly Command[]): Promise<Map<string, StoredAnswer>> => {
  const keyed = commands.filter(({ idempotency }) => idempotency !== null);
  if (keyed.length === 0) return new Map();
  const rows = await ask<[string, string, string, Buffer, unknown]>(
    db,
    'ledger_answer',
    `SELECT c.actor, c.name, c.key, c.fingerprint, c.answer
     FROM unnest($1::text[], $2::text[], $3::text[]) AS asked(actor, name, key) JOIN command c USING (actor, name, key)`,
    [keyed.map(({ actor }) => actor), keyed.map(({ name }) => name), keyed.map(({ idempotency }) => idempotency!.key)],
  );
  return new Map(
    rows.map(([actor, name, key, fingerprint, answer]) => [answerKey(actor, name, key), { fingerprint, answer }]),
  );
};

export const writeAnswers = (db: Statements, answers: readonly AnswerRow[]): Promise<unknown>[] => {
  if (answers.length === 0) return [];
  return [
    send(
      db,
      'ledger_new_answer',
      `INSERT INTO command (actor, name, key, fingerprint, answer)
       SELECT t.actor, t.name, t.key, t.fingerprint, t.answer::jsonb
       FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[]) AS t(actor, name, key, fingerprint, answer)`,
      [
        answers.map(({ actor }) => actor),
        answers.map(({ name }) => name),
        answers.map(({ key }) => key),
        answers.map(({ fingerprint }) => fingerprint),
        answers.map(({ answer }) => answer),
      ],
    ),
  ];
};

/** A request under its key: whoever asks it again, in the same words, gets the answer of the first time. */
export interface AskedKey {
  readonly actor: Actor;
  readonly name: string;
  readonly key: string;
  /** Of what was asked: the same key with other words is a mistake. */
  readonly fingerprint: Buffer;
}

/** What is kept under a key; null when it is new. */
export const findStored = async (
  db: Pick<Pool, 'query'>,
  { actor, name, key }: Omit<AskedKey, 'fingerprint'>,
): Promise<KeptAnswer | null> => {
  const { rows } = await db.query<{ fingerprint: Buffer; answer: unknown; at: Date }>({
    name: 'stored_answer',
    text: 'SELECT fingerprint, answer, at FROM command WHERE actor = $1 AND name = $2 AND key = $3',
    values: [actor, name, key],
  });
  return rows[0] ?? null;
};

/** The answer that a request had before; null when it is new. @throws err_idempotency_mismatch when the key was another request's */
export const findAnswer = async <T extends Json>(db: Pick<Pool, 'query'>, asked: AskedKey): Promise<T | null> => {
  const stored = await findStored(db, asked);
  if (stored === null) return null;
  return stored.fingerprint.equals(asked.fingerprint) ? (stored.answer as T) : refuse('err_idempotency_mismatch');
};

/**
 * Does the work of a request once, and keeps its answer in the same transaction. Waits for whoever is doing it now; when it was
 * done, gives the answer of then.
 * @throws err_idempotency_mismatch when the key was another request's, and whatever the work throws: then the key is free again
 */
export const once = async <T extends Json>(
  tx: Tx,
  asked: AskedKey,
  { answer, at }: { answer: T; at: Date },
  work: () => Promise<unknown>,
): Promise<T> => {
  const { rowCount } = await tx.query(
    'INSERT INTO command (actor, name, key, fingerprint, answer, at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
    [asked.actor, asked.name, asked.key, asked.fingerprint, JSON.stringify(answer), at],
  );
  if (rowCount === 0) return (await findAnswer<T>(tx, asked)) ?? refuse('err_idempotency_mismatch');
  await work();
  return answer;
};

/** Forgets stored refusals: nobody asks again under a key so old. Answers stay. */
export const sweepRefusals = async (db: Pick<Pool, 'query'>, before: Date): Promise<void> => {
  await db.query('SELECT sweep_refusals($1)', [before]);
};
