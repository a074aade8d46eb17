import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { Actor } from '../../base/actor.ts';
import type { Db, Tx } from '../../db/transaction.ts';

type TypedInput = Readonly<Record<string, string>>;

interface AskedWork {
  id: string;
  action: string;
  actor: Actor;
  askedAt: Date;
  /** As it was typed. */
  input: TypedInput;
}

export interface LongWork extends Omit<AskedWork, 'input'> {
  /** Null once it has ended. */
  input: TypedInput | null;
  done: number;
  /** Null while nobody has counted. */
  total: number | null;
  /** Null while it goes on. */
  outcome: LongWorkOutcome | null;
  lines: string[];
  endedAt: Date | null;
}

export type LongWorkOutcome = 'done' | 'refused' | 'failed';

const COLUMNS = 'id, action, actor, asked_at AS "askedAt", input, done, total, outcome, lines, ended_at AS "endedAt"';

export const insertLongWork = async (tx: Tx, { id, action, actor, askedAt, input }: AskedWork): Promise<void> => {
  await tx.query('INSERT INTO long_work (id, action, actor, asked_at, input) VALUES ($1, $2, $3, $4, $5)', [
    id,
    action,
    actor,
    askedAt,
    JSON.stringify(input),
  ]);
};

/** The same, asked for by the same operator, while it goes on. */
export const findSameLongWork = async (
  db: Db,
  { action, actor, input }: Omit<AskedWork, 'id' | 'askedAt'>,
): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM long_work WHERE actor = $1 AND action = $2 AND outcome IS NULL AND input = $3::jsonb LIMIT 1',
    [actor, action, JSON.stringify(input)],
  );
  return rows[0]?.id ?? null;
};

/** Of these actions alone. */
export const findLongWork = async (db: Db, id: string, actions: readonly string[]): Promise<LongWork | null> => {
  const { rows } = await db.query<LongWork>(`SELECT ${COLUMNS} FROM long_work WHERE id = $1 AND action = ANY($2)`, [
    id,
    actions,
  ]);
  return rows[0] ?? null;
};

/** Of these actions, newest first: a page, and one row more where another follows. */
export const listLongWork = async (
  db: Db,
  actions: readonly string[],
  after: string | undefined,
): Promise<LongWork[]> => {
  // Each action's newest from its stretch of the index.
  const { rows } = await db.query<LongWork>(
    `SELECT w.* FROM unnest($1::text[]) AS a (name) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM long_work
         WHERE action = a.name AND ($2::uuid IS NULL OR id < $2) ORDER BY action DESC, id DESC LIMIT ${LIST_ROWS + 1}) w
      ORDER BY w.id DESC LIMIT ${LIST_ROWS + 1}`,
    [actions, after ?? null],
  );
  return rows;
};

export const noteProgress = async (db: Db, id: string, done: number, total: number): Promise<void> => {
  await db.query('UPDATE long_work SET done = $2, total = $3 WHERE id = $1 AND outcome IS NULL', [id, done, total]);
};

/** It is over. What has ended stays so, whoever had taken it over meanwhile. */
export const endLongWork = async (
  db: Db,
  id: string,
  { outcome, lines, at }: { outcome: LongWorkOutcome; lines: readonly string[]; at: Date },
): Promise<void> => {
  await db.query(
    'UPDATE long_work SET outcome = $2, lines = $3, ended_at = $4, input = NULL WHERE id = $1 AND outcome IS NULL',
    [id, outcome, JSON.stringify(lines), at],
  );
};
