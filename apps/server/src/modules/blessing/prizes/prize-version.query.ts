import { encodeTable, parseTable, withLeft, type TablePrize } from '@minerx/rules/blessing-draw-proof';
import type { Db } from '../../../db/transaction.ts';
import { findOpenDay, listPrizes } from './prize-pool.query.ts';
import { utcDay } from '../draw/deck.ts';

/** A version of the prize table with the days that were committed to it. */
export interface PrizeVersion {
  /** SHA-256 of its text; `draft` of what operators have set and no day is committed to. */
  id: string;
  state: 'now' | 'next' | 'over' | 'draft';
  firstDay: string;
  /** Without a gap each; without an end: of a draft. */
  days: readonly { from: string; to: string | null }[];
  /** With what is left now. */
  pool: readonly TablePrize[];
}

interface Committed {
  id: string;
  state: 'now' | 'next' | 'over';
  firstDay: string;
  days: { from: string; to: string }[];
  lines: string;
}

/** $1 today. A version may come back: it is of today when today is one of its days, whatever lies between. */
const VERSIONS = `
  SELECT encode(t.hash, 'hex') AS id, t.lines, d."firstDay", d.days,
         CASE WHEN d."isToday" THEN 'now' WHEN d."lastDay" > $1::date THEN 'next' ELSE 'over' END AS state
    FROM (SELECT table_hash, min(first) AS "firstDay", max(last) AS "lastDay", bool_or($1::date BETWEEN first AND last) AS "isToday",
                 jsonb_agg(jsonb_build_object('from', first, 'to', last) ORDER BY first) AS days
            FROM (SELECT table_hash, min(day) AS first, max(day) AS last
                    FROM (SELECT table_hash, day, day - row_number() OVER (PARTITION BY table_hash ORDER BY day)::integer AS stretch
                            FROM blessing_seed WHERE table_hash IS NOT NULL) s
                   GROUP BY table_hash, stretch) r
           GROUP BY table_hash) d
    JOIN blessing_table t ON t.hash = d.table_hash`;

const goneOf = async (db: Db): Promise<ReadonlyMap<number, number>> =>
  new Map((await listPrizes(db)).map(({ id, gone }) => [id, gone]));

const versionOf = ({ lines, ...row }: Committed, gone: ReadonlyMap<number, number>): PrizeVersion => ({
  ...row,
  pool: withLeft(parseTable(lines)!, gone),
});

/** Versions that days were committed to, the newest first. @param before the first day of the last one of the page before */
export const listPrizeVersions = async (
  db: Db,
  nowMs: number,
  { before, count }: { before: string | undefined; count: number },
): Promise<PrizeVersion[]> => {
  const { rows } = await db.query<Committed>(
    `${VERSIONS} WHERE $2::date IS NULL OR d."firstDay" < $2 ORDER BY d."firstDay" DESC LIMIT $3`,
    [utcDay(nowMs), before ?? null, count],
  );
  const gone = await goneOf(db);
  return rows.map((row) => versionOf(row, gone));
};

/** What operators have set since the last day was committed to; null where that changes nothing. */
export const findPrizeDraft = async (db: Db, nowMs: number): Promise<PrizeVersion | null> => {
  const { rows } = await db.query<{ lines: string }>(
    'SELECT t.lines FROM blessing_seed s JOIN blessing_table t ON t.hash = s.table_hash ORDER BY s.day DESC LIMIT 1',
  );
  const pool = await listPrizes(db);
  if (rows[0]?.lines === encodeTable(pool)) return null;
  const firstDay = await findOpenDay(db, nowMs);
  return { id: 'draft', state: 'draft', firstDay, days: [{ from: firstDay, to: null }], pool };
};

export const findPrizeVersion = async (db: Db, nowMs: number, id: string): Promise<PrizeVersion | null> => {
  if (id === 'draft') return findPrizeDraft(db, nowMs);
  const { rows } = await db.query<Committed>(`${VERSIONS} WHERE t.hash = decode($2, 'hex')`, [utcDay(nowMs), id]);
  return rows[0] === undefined ? null : versionOf(rows[0], await goneOf(db));
};
