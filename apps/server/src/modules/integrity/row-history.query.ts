import type { Equation } from '../../ledger/equation.ts';

/** A table whose rows the database keeps every version of (`watched_row`, `row_version`). */
interface WatchedTable {
  readonly table: string;
  /** As the sentences call its rows. */
  readonly rows: string;
  /**
   * `never` after they are made. `noted`: each time with a line of the audit log in the same transaction; `noted-later`: but for the
   * first version, which others make.
   */
  readonly change: 'never' | 'noted' | 'noted-later';
  /** SQL over the version `v`: what counts as a note beside the audit log. */
  readonly orNoted?: string;
}

const arrayOf = (tables: readonly WatchedTable[]): string =>
  `'{${tables.map(({ table }) => table).join(',')}}'::text[]`;

/** Rows whose present value is not that of their first, or of their newest version. */
const differing = (tables: string, which: 'first' | 'newest'): string => `
  SELECT coalesce(w.table_name, v.table_name) || ' ' || coalesce(w.key, v.key) AS id
    FROM (SELECT * FROM watched_row WHERE table_name = ANY (${tables})) w
    FULL JOIN (SELECT DISTINCT ON (table_name, key) * FROM row_version WHERE table_name = ANY (${tables})
                ORDER BY table_name, key, id ${which === 'first' ? 'ASC' : 'DESC'}) v
      ON v.table_name = w.table_name AND v.key = w.key
   WHERE w.value IS DISTINCT FROM v.value`;

/** Numbers are drawn in the order of writing, times are of the transaction's beginning. */
const LONGEST_TRANSACTION = '1 hour';

/** SQL: a line `a` of the audit log is of the very transaction of the version `v`; lines from before they said so, of anything older. */
const VOUCHES = `(a.written_at = v.at OR (a.written_at IS NULL AND (v.at < (SELECT min(b.written_at) FROM audit b)) IS NOT FALSE))`;

/** What must hold between rows and what they were. */
export const rowHistoryEquations = (watched: readonly WatchedTable[]): readonly Equation[] => {
  const fixed = watched.filter(({ change }) => change === 'never');
  const changing = watched.filter(({ change }) => change !== 'never');
  const rowsOf = (tables: readonly WatchedTable[]): string => tables.map(({ rows }) => rows).join(', ');
  const otherwise = changing.flatMap(({ table, orNoted }) =>
    orNoted === undefined ? [] : [`AND NOT (v.table_name = '${table}' AND ${orNoted})`],
  );
  return [
    {
      name: 'settled-once',
      sentence: `What is settled when it is made never changed: ${rowsOf(fixed)}.`,
      rows: differing(arrayOf(fixed), 'first'),
    },
    {
      name: 'versions',
      about: 'settings',
      sentence: `As they were last written are ${rowsOf(changing)}.`,
      rows: differing(arrayOf(changing), 'newest'),
    },
    {
      name: 'changes',
      about: 'settings',
      sentence: `Every change was recorded in the same transaction, in the audit log or as a change of password, PIN or second factor: of ${rowsOf(changing)}.`,
      rows: `SELECT v.table_name || ' ' || v.key AS id
               FROM (SELECT table_name, key, value, tx, at, lag(id) OVER (PARTITION BY table_name, key ORDER BY id) AS before
                       FROM row_version WHERE table_name = ANY (${arrayOf(changing)})) v
              WHERE v.tx IS NOT NULL AND (v.before IS NOT NULL OR v.table_name = ANY (${arrayOf(changing.filter(({ change }) => change === 'noted'))}))
                AND NOT EXISTS (SELECT FROM audit a WHERE a.tx = v.tx AND ${VOUCHES}) ${otherwise.join(' ')}`,
    },
    {
      name: 'version-order',
      about: 'settings',
      sentence:
        'Versions stand in the order in which they were written, and one without a transaction is of the moment of a migration.',
      rows: `SELECT v.table_name || ' ' || v.key || ' ' || v.id AS id
               FROM (SELECT id, table_name, key, tx, at, lag(at) OVER (ORDER BY id) AS before FROM row_version) v
              WHERE v.before - v.at > interval '${LONGEST_TRANSACTION}'
                 OR (v.tx IS NULL AND NOT EXISTS (SELECT FROM schema_migration m WHERE m.applied_at = v.at))`,
    },
  ];
};
