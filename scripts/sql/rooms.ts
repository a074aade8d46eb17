/** Where statements stand, and whose rows they write: ARCHITECTURE.md, "A request". */

/** Where SQL may stand: in stores, queries, equations and what nouns bring the ledger; and in the rooms that are no noun's, by name and reason in ARCHITECTURE.md. */
const HOLDS_SQL = /\.(store|query|ledger|sql)\.ts$|equations\.ts$|^(ledger|outbox|bus|seed|demo|start)\//;
/** What only looks. */
const LOOKS = /\.query\.ts$|equations\.ts$/;
/** They write rows of all nouns: those of a start, and a small world. */
const OF_ALL = /^(seed|demo|start)$/;
const LEDGER = 'ledger';

const SOURCE = 'apps/server/src/';

/** Whose file it is: a noun's, or a room's beside them. */
const roomOf = (file: string): string => {
  const [first, second] = file.split('/');
  return first === 'modules' ? second! : first!;
};

const COMMENTS_AND_TEXTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const WRITES =
  /\b(?:INSERT\s+INTO|(?<!\b(?:FOR|KEY|DO)\s+)UPDATE(?:\s+ONLY)?|DELETE\s+FROM(?:\s+ONLY)?|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|COPY)\s+(?:public\.)?"?([a-z_][a-z_0-9]*)/gi;

/** The tables that a statement writes. @internal */
export const tablesWritten = (sql: string): string[] => [
  ...new Set([...sql.replace(COMMENTS_AND_TEXTS, ' ').matchAll(WRITES)].map(([, table]) => table!.toLowerCase())),
];

export interface Placed {
  /** `path:line`, from the root of the repository. */
  readonly at: string;
  readonly sql: string;
}

/**
 * Statements that stand where none may, that write in a file that only looks, or that write another noun's rows: a table is its room's that
 * writes it, and two rooms that write it are one too many. What moves money is written in the ledger alone.
 */
export const findStrays = (statements: readonly Placed[]): string[] => {
  const writers = new Map<string, Map<string, string>>();
  const strays: string[] = [];
  for (const { at, sql } of statements) {
    const file = at.replace(SOURCE, '').replace(/:\d+$/, '');
    const written = tablesWritten(sql);
    if (!HOLDS_SQL.test(file)) strays.push(`${at}: no SQL in this room`);
    if (LOOKS.test(file) && written.length > 0) strays.push(`${at}: only looks, and writes ${written.join()}`);
    for (const table of written) {
      const rooms = writers.get(table) ?? new Map<string, string>();
      writers.set(table, rooms.set(roomOf(file), at));
    }
  }
  for (const [table, rooms] of writers) {
    const own = [...rooms].filter(([room]) => rooms.has(LEDGER) || !OF_ALL.test(room));
    if (own.length < 2) continue;
    const others = rooms.has(LEDGER) ? own.filter(([room]) => room !== LEDGER) : own;
    strays.push(...others.map(([room, at]) => `${at}: ${room} writes ${table}, and so does ${otherThan(room, own)}`));
  }
  return strays;
};

const otherThan = (room: string, rooms: readonly (readonly [string, string])[]): string =>
  rooms
    .map(([other]) => other)
    .filter((other) => other !== room)
    .join(' and ');
