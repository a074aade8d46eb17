import type { PoolClient } from 'pg';
import type { Check } from './checks.ts';

/** What a thief with all rights on the database would write. Each works on a database in which the demo was lived. */
export interface Forgery {
  readonly name: string;
  /** It pays out soon: it must be found within a minute. */
  readonly soon?: true;
  /** One or more statements; where they take reckoning, made from what the database holds. */
  readonly sql: string | ((owner: PoolClient) => Promise<string>);
}

export const member = `(SELECT id FROM member WHERE email_key = 'demo@minerx.test')`;
export const other = `(SELECT id FROM member WHERE email_key = 'us@minerx.test')`;
/** An address that nobody of ours has. */
export const NOBODYS = '0x52908400098527886e0f7030069857d2e4169ee7';

export const order = (status: number, more = ''): string =>
  `(SELECT id FROM miner_order WHERE status = ${status} ${more} ORDER BY id LIMIT 1)`;

/** A transfer with one posting into the demo member's USDT, and the balance that goes with it. */
export const payIn = (kind: string, source: string | number): string => `
  INSERT INTO transfer (id, kind, member_id) VALUES ('00000000-0000-7000-8000-000000000001', '${kind}', ${member});
  INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
    VALUES ('00000000-0000-7000-8000-000000000001', 0, 1, ${source}, ${member} * 16 + 1, 100000000000);
  UPDATE account SET balance = balance + 100000000000 WHERE id = ${member} * 16 + 1`;

/** `silent`: no trigger and no foreign key of the database speaks, as somebody with all rights can have it. */
type ForgingWay = 'open' | 'silent';

/**
 * Makes it in a transaction that is undone. Gives the equations that see it, or what of the database refused it (the name of the
 * constraint, else the sentence of the trigger), and how many rows it changed.
 */
export const forge = async (
  owner: PoolClient,
  { sql }: Pick<Forgery, 'sql'>,
  way: ForgingWay,
  check: Check,
): Promise<{ seenBy: string[]; refused: string | null; rows: number }> => {
  let rows = 0;
  await owner.query('BEGIN');
  try {
    if (way === 'silent') await owner.query('SET LOCAL session_replication_role = replica');
    try {
      const done = [await owner.query(typeof sql === 'string' ? sql : await sql(owner))].flat();
      rows = done.reduce((sum, { command, rowCount }) => sum + (command === 'SELECT' ? 0 : (rowCount ?? 0)), 0);
    } catch (error) {
      const { code, constraint, message } = error as { code?: string; constraint?: string; message: string };
      // A refusal of the database is one of its integrity; anything else is a mistake in the list.
      if (!code?.startsWith('23')) throw error;
      return { seenBy: [], refused: constraint ?? message, rows };
    }
    return { seenBy: await check(owner), refused: null, rows };
  } finally {
    await owner.query('ROLLBACK');
  }
};
