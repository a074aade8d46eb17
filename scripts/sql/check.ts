import pg from 'pg';
import { compare } from './compare.ts';
import { describer } from './describe.ts';
import type { Described } from './describe.ts';
import type { Reading } from './statements.ts';
import { HOLE } from './text.ts';

type SqlReport = { statements: number; wrong: string[] };

/** What a part of a statement that the source does not tell may be, in the order of trying: nothing, or a value. */
const FILLINGS = ['', ' 1 '];

/**
 * Holds every statement against a migrated database, without running any.
 * @param url of the database's owner.
 * @param isComputed whether a file may make statements that cannot be read from its source.
 * @returns one line for each disagreement, `path:line: words`.
 */
export const checkSql = async (
  { statements, checker }: Reading,
  url: string,
  isComputed: (path: string) => boolean = () => false,
): Promise<SqlReport> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const describe = await describer(client);
    const wrong: string[] = [];
    for (const statement of statements) {
      const described = await fill(statement.sql, describe);
      if (described instanceof Error && statement.sql.includes(HOLE) && isComputed(statement.at)) continue;
      const words = described instanceof Error ? [described.message] : compare(statement, described, checker);
      wrong.push(...words.map((word) => `${statement.at}: ${word}`));
    }
    return { statements: statements.length, wrong };
  } finally {
    await client.end();
  }
};

/** The description, or the first refusal when no filling helps. */
const fill = async (sql: string, describe: (text: string) => Promise<Described>): Promise<Described | Error> => {
  let first: Error | null = null;
  for (const filling of sql.includes(HOLE) ? FILLINGS : ['']) {
    try {
      return await describe(sql.replaceAll(HOLE, filling));
    } catch (cause) {
      first ??= cause as Error;
    }
  }
  return first!;
};
