import { parseTable, withLeft, type TablePrize } from '@minerx/rules/blessing-draw-proof';
import type { Db } from '../../../db/transaction.ts';
import { utcDay } from '../draw/deck.ts';
import { PRIZES, prizeOf, type PrizeRow, type StoredPrize } from './prize-pool.store.ts';

/** The pool as operators set it, in order of id, with what is left: the table of the first day that is not committed to. */
export const listPrizes = async (db: Db): Promise<PrizeRow[]> => {
  const { rows } = await db.query<StoredPrize>({ name: 'blessing_prizes', text: PRIZES });
  return rows.map(prizeOf);
};

interface DayTable {
  day: string;
  pool: readonly TablePrize[];
}

/** What each day from that one on is committed to, in their order, with what is left now. */
export const listDayTables = async (db: Db, from: string): Promise<DayTable[]> => {
  const { rows } = await db.query<{ day: string; lines: string }>({
    name: 'blessing_day_tables',
    text: `SELECT s.day, t.lines FROM blessing_seed s JOIN blessing_table t ON t.hash = s.table_hash WHERE s.day >= $1 ORDER BY s.day`,
    values: [from],
  });
  const gone = new Map((await listPrizes(db)).map((prize) => [prize.id, prize.gone]));
  return rows.map(({ day, lines }) => ({ day, pool: withLeft(parseTable(lines)!, gone) }));
};

/** What the decks of a day are dealt from; before it is committed to, what it would be if that was done now. */
export const listDrawnPrizes = async (db: Db, day: string): Promise<readonly TablePrize[]> => {
  const [table] = await listDayTables(db, day);
  return table?.day === day ? table.pool : listPrizes(db);
};

/** The first UTC day that is not committed to: a change of the pool counts from then on. */
export const findOpenDay = async (db: Db, nowMs: number): Promise<string> => {
  const today = utcDay(nowMs);
  const { rows } = await db.query<{ day: string }>(
    'SELECT coalesce(max(day) + 1, $1::date) AS day FROM blessing_seed WHERE day >= $1::date',
    [today],
  );
  return rows[0]!.day;
};
