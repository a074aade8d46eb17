import type { Db } from '../../db/transaction.ts';

/** That a day's formula was told to be far from a payout of the pool. */
export interface FormulaAlarm {
  day: string;
  /** Of the figures that the day is paid by. */
  payoutPart: number;
  formulaSat: bigint;
  payoutSat: bigint;
  bandPpm: number;
  toldAt: Date;
}

/** Gives whether it is new: of a day and a payout there is one. */
export const insertFormulaAlarm = async (db: Db, alarm: FormulaAlarm): Promise<boolean> => {
  const { rowCount } = await db.query(
    `INSERT INTO settlement_alarm (day, payout_part, formula_sat, payout_sat, band_ppm, told_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (day, payout_part) DO NOTHING`,
    [alarm.day, alarm.payoutPart, alarm.formulaSat, alarm.payoutSat, alarm.bandPpm, alarm.toldAt],
  );
  return rowCount === 1;
};

/** The alarm about the figures that a day is paid by now. */
export const findFormulaAlarm = async (db: Db, day: string): Promise<FormulaAlarm | null> => {
  const { rows } = await db.query<FormulaAlarm>(
    `SELECT day, payout_part AS "payoutPart", formula_sat AS "formulaSat", payout_sat AS "payoutSat", band_ppm AS "bandPpm", told_at AS "toldAt"
       FROM settlement_alarm a WHERE day = $1 AND payout_part = (SELECT max(f.payout_part) FROM settlement_figures f WHERE f.day = a.day)`,
    [day],
  );
  return rows[0] ?? null;
};
