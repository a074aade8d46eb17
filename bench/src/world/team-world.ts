import { randomUUID } from 'node:crypto';
import { UNIT } from '@minerx/rules/money';
import pg from 'pg';
import type { PurchaseWorld } from '../api/purchase-world.ts';

/** A forest as research/performance.md measured it: long chains, sponsors of thousands, everybody else below anybody. */
export interface Teams {
  readonly viewers: Record<'root' | 'middle' | 'leaf', { id: number; sessionId: string; below: number }>;
  /** Buyers at the tips of the chains, and as many right below the root. */
  readonly deep: readonly number[];
  readonly shallow: readonly number[];
}

export const CHAIN_LENGTH = 200;
const CHAINS = 20;
const HUBS = 20;
const DIRECTS = 5000;
const ORDERS_OF_TEN_MEMBERS = 2;

/** Fills the database with `members` members below the one that is there. */
export const makeTeams = async ({ ownerUrl, firstMember }: PurchaseWorld, members: number): Promise<Teams> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const root = firstMember;
  const chains = root + 1;
  const hubs = chains + CHAINS * CHAIN_LENGTH;
  const directs = hubs + HUBS;
  const last = root + members - 1;
  const perHub = Math.min(DIRECTS, Math.floor(members / (HUBS * 4)));
  await client.query('SELECT setseed(0.5)');
  // Each block's sponsors are older than its members, as everywhere.
  await client.query(
    `INSERT INTO member (id, username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash, sponsor_id)
     SELECT n, 't' || n, 'Team', 't' || n, 't' || n, '+60', 132, 'T' || n, 'x', 'x',
            CASE WHEN n < $3 THEN CASE WHEN (n - $2) % $8 = 0 THEN $1 ELSE n - 1 END
                 WHEN n < $4 THEN $1
                 WHEN n < $4 + $6 * ($7 + 1) THEN CASE WHEN (n - $4) % ($7 + 1) = $7 THEN $1 ELSE $3 + (n - $4) % ($7 + 1) END
                 ELSE $1 + floor(random() * (n - $1)) END
       FROM generate_series($2::bigint, $5::bigint) n`,
    [root, chains, hubs, directs, last, perHub, HUBS, CHAIN_LENGTH],
  );
  await client.query(
    `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units)
     SELECT gen_random_uuid(), 'T' || id, 'T' || id, id, 1, 2, $2, 1, 1 FROM member WHERE id % 10 < $1 AND id > $3`,
    [ORDERS_OF_TEN_MEMBERS, 1000n * UNIT, root],
  );
  await client.query(`SELECT setval('owner_id', $1)`, [last]);
  const deep = Array.from({ length: CHAINS }, (_, n) => chains + (n + 1) * CHAIN_LENGTH - 1);
  const shallow = Array.from({ length: HUBS }, (_, n) => hubs + n);
  await client.query(
    'INSERT INTO account (id, balance) SELECT m * 16 + w, $2 FROM unnest($1::bigint[]) m, unnest(ARRAY[1, 4, 5]) w',
    [[...deep, ...shallow], 50_000_000n * UNIT],
  );
  await client.query('VACUUM ANALYZE');
  const viewers = {
    root: await viewer(client, root),
    middle: await viewer(client, hubs),
    leaf: await viewer(client, deep[0]!),
  };
  await client.end();
  return { viewers, deep, shallow };
};

const viewer = async (client: pg.Client, id: number) => {
  const sessionId = randomUUID();
  await client.query(
    `INSERT INTO session (id, member_id, transport, device, address, expires_at) VALUES ($1, $2, 'body', 'bench', '127.0.0.1', now() + interval '1 day')`,
    [sessionId, id],
  );
  const { rows } = await client.query<{ count: string }>(
    `WITH RECURSIVE below AS (SELECT id FROM member WHERE sponsor_id = $1 UNION ALL SELECT m.id FROM below b JOIN member m ON m.sponsor_id = b.id)
     SELECT count(*) FROM below`,
    [id],
  );
  return { id, sessionId, below: Number(rows[0]!.count) };
};
