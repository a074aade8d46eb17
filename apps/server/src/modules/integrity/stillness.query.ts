import type { Db } from '../../db/transaction.ts';
import { CHECKED_AT, type Equation } from '../../ledger/equation.ts';

/** Tables that jobs write by the clock, whether or not anybody does anything: that they are written says nothing. */
const CLOCKED = [
  'balance_sheet',
  'chain_cursor',
  'coin_balance',
  'device_state',
  'expiry_floor',
  'fleet_site',
  'fleet_state',
  'house_balance',
  'integrity_check',
  'market_close',
  'reconciliation',
  'setting',
  'wallet_price',
  'wallet_type',
];
const NAMES_CLOCKED = new RegExp(String.raw`\b(${CLOCKED.join('|')})\b`);

/** Whether it speaks of nothing that changes by the clock alone: where nothing else was written it holds, or is broken, as it was. */
export const isStillWithout = ({ rows }: Equation): boolean => !NAMES_CLOCKED.test(rows) && !rows.includes(CHECKED_AT);

/**
 * A word that is another one when anything was written, cut off or made anew, by whomever: as the database counts rows, not as we do.
 * A session's counts come in ten seconds after it wrote at the latest.
 * @param day the one whose minutes are measured now; no equation speaks of them before they are settled
 */
export const findWritten = async (db: Db, day: string): Promise<string> => {
  const { rows } = await db.query<{ written: string }>({
    name: 'integrity_written',
    text: `SELECT md5(string_agg(concat_ws(' ', oid, relfilenode, pg_stat_get_tuples_inserted(oid), pg_stat_get_tuples_updated(oid),
                                           pg_stat_get_tuples_deleted(oid)), ',' ORDER BY oid)) AS written
             FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1::text[])`,
    values: [[...CLOCKED, `device_minute_${day.replaceAll('-', '')}`]],
  });
  return rows[0]!.written;
};
