import type { Db } from '../../db/transaction.ts';

/** One row of a section, as JSON, and where the next page begins. */
interface DataRow {
  key: string;
  row: string;
}

/** A page costs what it holds, whatever a member has gathered. */
export const ROWS_AT_ONCE = 500;

/** What is held of a member in some tables: a page of it behind a key. */
export interface DataSection {
  name: string;
  /** Whose rows stand in it. */
  of: readonly string[];
  /** Before every key. */
  first: string;
  page: (db: Db, memberId: bigint, after: string) => Promise<DataRow[]>;
}

/** A page of a section by its statement: `$1` the member, `$2` the key before, `$3` how many. */
export const read =
  (text: string): DataSection['page'] =>
  async (db, memberId, after) =>
    (await db.query<DataRow>(text, [memberId, after, ROWS_AT_ONCE])).rows;

export const NUMBER = '0';
export const UUID = '00000000-0000-0000-0000-000000000000';

/** SQL: units of 10⁻⁸ as a decimal text. */
export const amount = (units: string): string => `trim_scale(${units} * 0.00000001)::text`;
