import { HIGHEST_NUMBER } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import type { Json } from '../../ledger/command.ts';

/** Where the audit log tells of a value: in lines of this subject and action. */
export interface LoggedValue {
  readonly subject: string;
  readonly action: string;
  /** Its name among what was before and after; null where it stands there alone. */
  readonly key: string | null;
}

export interface LoggedChange {
  id: bigint;
  at: Date;
  actor: string;
  reason: string;
  before: string | null;
  after: string | null;
  /** The first UTC day that it holds for, where the line says one. */
  fromDay: string | null;
  /** Who agreed to which proposal, where the line says it. */
  agreedBy: string | null;
  proposal: string | null;
}

/** What was done, with what was before and after as the line has it. */
export interface LoggedAct extends Pick<LoggedChange, 'id' | 'at' | 'actor' | 'reason' | 'agreedBy' | 'proposal'> {
  action: string;
  before: Json | null;
  after: Json | null;
}

/** Newest first, so many of each; `place` counts from 1. A line that changed something else beside it is none of its. */
const CHANGES = `
  SELECT w.place::integer AS place, c.*
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w(subject, action, key, place)
   CROSS JOIN LATERAL (
     SELECT a.id, a.at, a.actor, a.reason, v.before, v.after, a.detail ->> 'fromDay' AS "fromDay",
            a.detail #>> '{agreed,by}' AS "agreedBy", a.detail #>> '{agreed,proposal}' AS proposal
       FROM audit a
      CROSS JOIN LATERAL (SELECT a.detail #>> array_remove(ARRAY['before', w.key], NULL) AS before,
                                 a.detail #>> array_remove(ARRAY['after', w.key], NULL) AS after) v
      WHERE a.subject = w.subject AND a.action = w.action AND a.id < $4 AND v.before IS DISTINCT FROM v.after
      ORDER BY a.id DESC LIMIT $5) c
   ORDER BY w.place, c.id DESC`;

const listChanges = async (
  db: Db,
  values: readonly LoggedValue[],
  after: bigint | undefined,
  count: number,
): Promise<(LoggedChange & { place: number })[]> => {
  const { rows } = await db.query<LoggedChange & { place: number }>(CHANGES, [
    values.map(({ subject }) => subject),
    values.map(({ action }) => action),
    values.map(({ key }) => key),
    after ?? HIGHEST_NUMBER,
    count,
  ]);
  return rows;
};

/** The last change of each, in the order of the values; null for one that was never changed. */
export const listLastChanges = async (db: Db, values: readonly LoggedValue[]): Promise<(LoggedChange | null)[]> => {
  const last = new Map((await listChanges(db, values, undefined, 1)).map((change) => [change.place, change]));
  return values.map((_, place) => last.get(place + 1) ?? null);
};

/** Changes of one value, newest first. @param after the last line of the page before */
export const listChangesOf = (
  db: Db,
  value: LoggedValue,
  after: bigint | undefined,
  count: number,
): Promise<LoggedChange[]> => listChanges(db, [value], after, count);

/** Who did what to something, newest first: lines of these actions alone. */
export const listDone = async (
  db: Db,
  { subject, actions }: { subject: string; actions: readonly string[] },
  after: bigint | undefined,
  count: number,
): Promise<LoggedAct[]> => {
  const { rows } = await db.query<LoggedAct>(
    `SELECT id, at, actor, action, reason, detail -> 'before' AS before, detail -> 'after' AS after,
            detail #>> '{agreed,by}' AS "agreedBy", detail #>> '{agreed,proposal}' AS proposal
       FROM audit WHERE subject = $1 AND action = ANY ($2::text[]) AND id < $3 ORDER BY id DESC LIMIT $4`,
    [subject, actions, after ?? HIGHEST_NUMBER, count],
  );
  return rows;
};
