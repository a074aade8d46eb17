import type { Db } from '../../db/transaction.ts';

interface CountryRow {
  id: number;
  iso2: string;
  name: string;
  nameZh: string;
  callingCode: string;
  symbol: string;
  /** The shared contract is not offered there. */
  sharedClosed: boolean;
}

const byName = new Intl.Collator('en');

/** All countries in order of their English names. */
export const listCountries = async (db: Db): Promise<CountryRow[]> => {
  const { rows } = await db.query<CountryRow>({
    name: 'countries',
    text: `SELECT id, iso2, name, name_zh AS "nameZh", calling_code AS "callingCode", symbol, shared_closed AS "sharedClosed" FROM country`,
  });
  return rows.sort((one, other) => byName.compare(one.name, other.name));
};
