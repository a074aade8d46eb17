import type { Tx } from '../../db/transaction.ts';

/** What operators may change of a country. */
export type CountrySettings = { name: string; nameZh: string; callingCode: string; sharedClosed: boolean };

export const lockCountry = async (tx: Tx, id: number): Promise<CountrySettings | null> => {
  const { rows } = await tx.query<CountrySettings>(
    `SELECT name, name_zh AS "nameZh", calling_code AS "callingCode", shared_closed AS "sharedClosed" FROM country WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
};

export const updateCountry = async (
  tx: Tx,
  id: number,
  { name, nameZh, callingCode, sharedClosed }: CountrySettings,
): Promise<void> => {
  await tx.query('UPDATE country SET name = $2, name_zh = $3, calling_code = $4, shared_closed = $5 WHERE id = $1', [
    id,
    name,
    nameZh,
    callingCode,
    sharedClosed,
  ]);
};
