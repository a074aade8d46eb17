import type pg from 'pg';
import { ask, withOverrides } from './overrides.ts';
import type { Tx } from './transaction.ts';

/** What stands or falls with the first change of somebody else's work. */
interface Joining {
  /** At the beginning: it locks first, and may refuse. */
  begin(tx: Tx): Promise<void>;
  /** Before the commit: it locks last. */
  end(tx: Tx): Promise<void>;
  committed(): void;
}

/** A pool on which the first transaction that may write is joined by something that its work knows nothing of. */
export const joinedPool = (pool: pg.Pool, joining: Joining): pg.Pool => {
  let isOver = false;
  const join = (client: pg.PoolClient): pg.PoolClient => {
    let isJoined = false;
    return withOverrides(client, {
      query: async (...statement: unknown[]) => {
        const [text] = statement;
        if (text === 'COMMIT' && isJoined) await joining.end(client as Tx);
        const answer = await ask(client, statement);
        if (typeof text === 'string' && text.startsWith('BEGIN')) {
          isJoined = !isOver && !text.includes('READ ONLY');
          if (isJoined) await joining.begin(client as Tx);
        }
        // After an error inside of it COMMIT succeeds in rolling back.
        if (text === 'COMMIT' && isJoined && (answer as pg.QueryResult).command === 'COMMIT') {
          isOver = true;
          joining.committed();
        }
        return answer;
      },
    });
  };
  return withOverrides(pool, { connect: async () => join(await pool.connect()) });
};
