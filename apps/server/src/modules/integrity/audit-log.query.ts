import { LIST_ROWS } from '@minerx/contract/operator/list';
import { HIGHEST_NUMBER } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import { auditHash, BEGAN_US, GENESIS, IS_WHOLE } from '../../ledger/audit.ts';
import type { Json } from '../../ledger/command.ts';

export interface LoggedLine {
  id: bigint;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string;
  detail: Record<string, Json>;
}

export interface CheckedRow extends LoggedLine {
  tx: bigint | null;
  beganUs: bigint | null;
  previousHash: Buffer;
  hash: Buffer;
  /** Its moment is of whole milliseconds. */
  isWhole: boolean;
  /** Of the row before, as it stands there; null for the first, and where it was taken out. */
  hashBefore: Buffer | null;
}

interface AuditAsked {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** From this moment, and before this one. */
  since?: Date | undefined;
  until?: Date | undefined;
  /** The last row of the page before. */
  after?: bigint | undefined;
}

/** Clocks of several processes write: so many rows may stand out of the order of time. */
const SLACK = 1000;

const WHEN = `AND ($5::timestamptz IS NULL OR b.at >= $5)
  AND ($6::timestamptz IS NULL OR (b.at < $6 AND b.id <= (SELECT l.id FROM audit l WHERE l.at < $6 ORDER BY l.at DESC LIMIT 1) + ${SLACK}))`;
// The database believes that who does what to what is chance, and would look for a pair that never was among all lines of one of the two:
// asked in the order of the index of both, it reads that pair's lines alone.
const OF_SUBJECT_AND_ACTOR = `AND a.id IN (SELECT b.id FROM audit b
  WHERE (b.subject, b.actor, b.id) < ($4, $2, $1) AND (b.subject, b.actor) >= ($4, $2) AND ($3::text IS NULL OR b.action = $3) ${WHEN}
  ORDER BY b.subject DESC, b.actor DESC, b.id DESC LIMIT $7)`;
const OF_ACTOR_AND_ACTION = `AND a.id IN (SELECT b.id FROM audit b
  WHERE (b.actor, b.action, b.id) < ($2, $3, $1) AND (b.actor, b.action) >= ($2, $3) ${WHEN}
  ORDER BY b.actor DESC, b.action DESC, b.id DESC LIMIT $7)`;
const OF_ACTION_AND_SUBJECT = `AND a.id IN (SELECT b.id FROM audit b
  WHERE (b.action, b.subject, b.id) < ($3, $4, $1) AND (b.action, b.subject) >= ($3, $4) ${WHEN}
  ORDER BY b.action DESC, b.subject DESC, b.id DESC LIMIT $7)`;

// The rows of a stretch of time lie between two numbers: what is outside is not walked over.
const ASKED = `a.id < $1 AND ($2::text IS NULL OR a.actor = $2) AND ($3::text IS NULL OR a.action = $3) AND ($4::text IS NULL OR a.subject = $4)
        AND ($5::timestamptz IS NULL OR (a.at >= $5 AND a.id >= (SELECT f.id FROM audit f WHERE f.at >= $5 ORDER BY f.at LIMIT 1) - ${SLACK}))
        AND ($6::timestamptz IS NULL OR (a.at < $6 AND a.id <= (SELECT l.id FROM audit l WHERE l.at < $6 ORDER BY l.at DESC LIMIT 1) + ${SLACK}))`;
const LINE = `a.id, a.at, a.actor, a.action, a.subject, a.reason, a.detail, a.tx, ${BEGAN_US} AS "beganUs", a.previous_hash AS "previousHash", a.hash, ${IS_WHOLE} AS "isWhole",
            (SELECT b.hash FROM audit b WHERE b.id = a.id - 1) AS "hashBefore"`;

const hasTwo = ({ actor, action, subject }: AuditAsked) => {
  const [hasActor, hasAction, hasSubject] = [actor, action, subject].map((asked) => asked !== undefined);
  return {
    subjectAndActor: hasSubject && hasActor,
    actorAndAction: hasActor && hasAction,
    actionAndSubject: hasAction && hasSubject,
  };
};

const valuesOf = ({ actor, action, subject, since, until, after }: AuditAsked, limit: number) => [
  after ?? HIGHEST_NUMBER,
  actor ?? null,
  action ?? null,
  subject ?? null,
  since ?? null,
  until ?? null,
  limit,
];

/** Lines of the audit log, newest first: a page, and one row more where another follows. */
export const listAudit = async (db: Db, asked: AuditAsked): Promise<CheckedRow[]> => {
  const two = hasTwo(asked);
  const { rows } = await db.query<CheckedRow>(
    `SELECT ${LINE}
       FROM audit a
      WHERE ${ASKED}
        ${two.subjectAndActor ? OF_SUBJECT_AND_ACTOR : two.actorAndAction ? OF_ACTOR_AND_ACTION : two.actionAndSubject ? OF_ACTION_AND_SUBJECT : ''}
      ORDER BY a.id DESC LIMIT $7`,
    valuesOf(asked, LIST_ROWS + 1),
  );
  return rows;
};

/** So many lines are read for words at once, whatever they hold and however many there are: some twenty milliseconds of work. @internal */
export const SEARCHED_LINES = 5000;

interface AuditFound {
  /** At most a page. */
  readonly rows: CheckedRow[];
  /** The last line that was looked at, where older ones are left. */
  readonly searchedTo: { readonly id: bigint; readonly at: Date } | null;
}

const SAID = `lower(concat_ws(' ', a.actor, a.action, a.subject, a.reason, a.detail::text))`;

/**
 * Lines in which all of these words stand, wherever and as parts of others too, newest first. It looks at a bounded number of lines: whoever wants
 * more goes on after the last one that was looked at, so that no word, however rare or common, costs more than another.
 * @param words lower case, at least one
 */
export const searchAudit = async (db: Db, asked: AuditAsked, words: readonly string[]): Promise<AuditFound> => {
  const two = hasTwo(asked);
  const { rows } = await db.query<{ ids: bigint[]; count: number; id: bigint | null; at: Date | null }>(
    `WITH walked AS MATERIALIZED (
       SELECT a.id, a.at, ${SAID} LIKE ALL ($8::text[]) AS found
         FROM audit a
        WHERE ${ASKED}
          ${two.subjectAndActor ? OF_SUBJECT_AND_ACTOR : two.actorAndAction ? OF_ACTOR_AND_ACTION : two.actionAndSubject ? OF_ACTION_AND_SUBJECT : ''}
        ORDER BY a.id DESC LIMIT $7),
     found AS (SELECT w.id FROM walked w WHERE w.found ORDER BY w.id DESC LIMIT ${LIST_ROWS})
     SELECT ARRAY(SELECT f.id FROM found f) AS ids, (SELECT count(*)::integer FROM walked) AS count, l.id, l.at
       FROM (SELECT 1) one LEFT JOIN walked l ON l.id = CASE WHEN (SELECT count(*) FROM found) = ${LIST_ROWS}
              THEN (SELECT min(f.id) FROM found f) ELSE (SELECT min(w.id) FROM walked w) END`,
    [...valuesOf(asked, SEARCHED_LINES), words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)],
  );
  const { ids, count, id, at } = rows[0]!;
  const isAll = count < SEARCHED_LINES && ids.length < LIST_ROWS;
  return {
    rows: ids.length === 0 ? [] : await listLines(db, ids),
    searchedTo: isAll || id === null || at === null ? null : { id, at },
  };
};

const listLines = async (db: Db, ids: readonly bigint[]): Promise<CheckedRow[]> => {
  const { rows } = await db.query<CheckedRow>(
    `SELECT ${LINE} FROM audit a WHERE a.id = ANY ($1::bigint[]) ORDER BY a.id DESC`,
    [ids],
  );
  return rows;
};

/** Whether a row is what it was when it was written, and follows from the one before. */
export const holds = (row: CheckedRow): boolean => {
  const before = row.id === 1n ? GENESIS : row.hashBefore;
  const follows = before !== null && before.equals(row.previousHash);
  return follows && row.isWhole && auditHash(before, row.at, row).equals(row.hash);
};
