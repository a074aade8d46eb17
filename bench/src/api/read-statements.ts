import type pg from 'pg';
import { createPool } from '../../../apps/server/src/db/pool.ts';
import type { Db } from '../../../apps/server/src/db/transaction.ts';

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(', ')}]`;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
};

/** The statements that a read sends, one after the other and with its values in them: what the reference asks of the database. */
export const statementsOf = async (url: string, read: (db: Db) => Promise<unknown>): Promise<string> => {
  const pool = createPool(url, { max: 1 });
  const sent: string[] = [];
  const query = (asked: string | pg.QueryConfig, more?: unknown[]) => {
    const { text, values = more ?? [] } = typeof asked === 'string' ? { text: asked } : asked;
    sent.push(text.replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1])));
    return pool.query(text, values);
  };
  await read({ query } as unknown as Db);
  await pool.end();
  return sent.join(';\n');
};
