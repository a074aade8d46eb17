import type { Pool } from 'pg';
import { checkLedger } from '../../apps/server/test/whole/check-ledger.ts';
import type { Entry } from './journal.ts';
import { isAcknowledged } from './journal.ts';

/** What the database knows of the journal's keys. */
interface Truth {
  /** Key → the orders that it made, for keys whose purchase took place. */
  readonly done: ReadonlyMap<string, readonly string[]>;
  /** Keys that were acknowledged, and of which the database knows nothing, or whose orders are not there. */
  readonly lost: readonly string[];
}

/** Compares the journal with the database, before anything is asked again. */
export const compare = async (pool: Pool, entries: ReadonlyMap<string, Entry>): Promise<Truth> => {
  const { rows } = await pool.query<{ key: string; ids: string[]; found: bigint }>(
    `SELECT c.key, c.ids, (SELECT count(*) FROM miner_order o WHERE o.id = ANY(c.ids::uuid[])) AS found
       FROM (SELECT key, ARRAY(SELECT jsonb_array_elements_text(answer->'result'->'orderIds')) AS ids
               FROM command WHERE name = 'subscribe_miner' AND answer->>'ok' = 'true' AND key = ANY($1::text[])) c`,
    [[...entries.keys()]],
  );
  const done = new Map(
    rows.filter(({ ids, found }) => ids.length > 0 && found === BigInt(ids.length)).map(({ key, ids }) => [key, ids]),
  );
  return {
    done,
    lost: [...entries.values()]
      .filter((entry) => isAcknowledged(entry) && !done.has(entry.key))
      .map((entry) => entry.key),
  };
};

interface Verdict {
  /** Orders beyond one for each key that was done, and orders that two keys claim. */
  readonly doubled: number;
  /** Keys whose answers were not all alike. */
  readonly unlike: number;
  readonly broken: readonly string[];
}

/** After all keys have their answer: one order for each, each with one debit, and the books in order. */
export const verify = async (
  pool: Pool,
  entries: ReadonlyMap<string, Entry>,
  members: readonly bigint[],
): Promise<Verdict> => {
  const { done } = await compare(pool, entries);
  const claimed = [...done.values()].flat();
  const { rows } = await pool.query<{ orders: bigint; debits: bigint }>(
    `SELECT (SELECT count(*) FROM miner_order WHERE member_id = ANY($1::bigint[])) AS orders,
            (SELECT count(*) FROM transfer WHERE kind = 'purchase' AND member_id = ANY($1::bigint[])) AS debits`,
    [members],
  );
  const beyond = [rows[0]!.orders, rows[0]!.debits].map((count) => Math.abs(Number(count) - done.size));
  const unlike = [...entries.values()].filter(
    ({ answers }) => new Set(answers.filter(({ code }) => code === 'ok').map(({ result }) => result)).size > 1,
  );
  const broken = (await checkLedger(pool)).filter(({ violations }) => violations > 0n);
  return {
    doubled: Math.max(...beyond, claimed.length - new Set(claimed).size),
    unlike: unlike.length,
    broken: broken.map(({ name }) => name),
  };
};
