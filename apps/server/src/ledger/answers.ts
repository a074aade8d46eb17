import type { PoolClient } from 'pg';
import type { Command } from './command.ts';
import { ask, send } from './statement.ts';

export interface StoredAnswer {
  readonly fingerprint: Buffer;
  readonly answer: unknown;
}

/** An answer to keep, as JSON text. */
export interface AnswerRow {
  readonly actor: string;
  readonly name: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly answer: string;
}

/** Where a stored answer is found. */
export const answerKey = (actor: string, name: string, key: string): string => `${actor} ${name} ${key}`;

/** By `answerKey`, of those commands that have a key. */
export const loadAnswers = async (
  client: PoolClient,
  commands: readonly Command[],
): Promise<Map<string, StoredAnswer>> => {
  const keyed = commands.filter(({ idempotency }) => idempotency !== null);
  if (keyed.length === 0) return new Map();
  const rows = await ask<[string, string, string, Buffer, unknown]>(
    client,
    'ledger_answer',
    `SELECT c.actor, c.name, c.key, c.fingerprint, c.answer
     FROM unnest($1::text[], $2::text[], $3::text[]) AS asked(actor, name, key) JOIN command c USING (actor, name, key)`,
    [keyed.map(({ actor }) => actor), keyed.map(({ name }) => name), keyed.map(({ idempotency }) => idempotency!.key)],
  );
  return new Map(
    rows.map(([actor, name, key, fingerprint, answer]) => [answerKey(actor, name, key), { fingerprint, answer }]),
  );
};

export const writeAnswers = (client: PoolClient, answers: readonly AnswerRow[]): Promise<unknown>[] => {
  if (answers.length === 0) return [];
  return [
    send(
      client,
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
