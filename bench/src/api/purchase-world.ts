import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { appUrlOf, letAppSignIn } from '../../../apps/server/src/db/app-sign-in.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { MEMBER_HOUSE } from '../../../apps/server/src/modules/member/member.ledger.ts';
import { createAccessTokens } from '../../../apps/server/src/modules/session/session.token.ts';
import { hashPin } from '../../../apps/server/src/security/secret-hash.ts';
import { UNIT } from '@minerx/rules/money';
import { WALLETS } from '@minerx/rules/wallet';

/** The world in which purchases are measured: members with money and sessions, and enough miners. */
export interface PurchaseWorld {
  /** The app's. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly secrets: { readonly session: string; readonly pepper: string };
  readonly pin: string;
  readonly tokens: readonly string[];
  readonly firstMember: number;
  readonly members: number;
}

const PIN = '246813';
const FIRST_MEMBER = 1000;

/** Makes the database `name` on the cluster and fills it. */
export const makePurchaseWorld = async (
  clusterUrl: string,
  name: string,
  members: number,
  devices: number,
): Promise<PurchaseWorld> => {
  await administer(clusterUrl, `CREATE DATABASE ${name}`);
  const address = new URL(clusterUrl);
  address.pathname = `/${name}`;
  const ownerUrl = address.href;
  const url = appUrlOf(ownerUrl);
  await migrate(ownerUrl);
  await letAppSignIn(ownerUrl, url);
  const secrets = { session: randomBytes(32).toString('base64'), pepper: randomBytes(32).toString('base64') };
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  await fillReference(client);
  const sessions = await fillMembers(client, members, secrets.pepper);
  await client.query(
    `INSERT INTO device (serial, line, host, port, simulated) SELECT 'B' || n, 'x1', '127.0.0.1', 4028, true FROM generate_series(1, $1::integer) n`,
    [devices],
  );
  await client.query(`UPDATE stock SET total = $1 WHERE line = 'x1'`, [devices]);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
  const issuer = createAccessTokens(secrets.session, Date);
  const tokens = sessions.map((sessionId, n) =>
    issuer.issue({ memberId: BigInt(FIRST_MEMBER + n), sessionId }, Date.now() + 3_600_000),
  );
  return { url, ownerUrl, secrets, pin: PIN, tokens, firstMember: FIRST_MEMBER, members };
};

export const fillReference = async (client: pg.Client): Promise<void> => {
  const known = await client.query<{ count: string }>('SELECT count(*) FROM country');
  if (known.rows[0]!.count === '0')
    await client.query(
      `INSERT INTO country (id, iso2, name, name_zh, calling_code, symbol) VALUES (132, 'MY', 'Malaysia', 'x', '60', 'MYR')`,
    );
  await client.query(
    `INSERT INTO community (id, name, payment_methods) VALUES (1, 'Default', '1|2|3|4|5|6') ON CONFLICT (id) DO UPDATE SET payment_methods = excluded.payment_methods`,
  );
  for (const { id, name, precision } of WALLETS) {
    await client.query(
      'INSERT INTO wallet_type (id, name, precision, price_units) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET price_units = excluded.price_units',
      [id, name, precision, UNIT],
    );
  }
  for (const id of [1, 2, 3, 4, 5]) {
    await client.query(
      `INSERT INTO miner_package (id, name, price_units, quantity, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units)
       VALUES ($1, $4, $2, 1, $3, 0, 0, 0)
       ON CONFLICT (id) DO UPDATE SET price_units = excluded.price_units, quantity = 1, max_profit_units = excluded.max_profit_units, active = true`,
      [id, 1000n * UNIT, 2500n * UNIT, `Package ${id}`],
    );
  }
  await client.query(`INSERT INTO stock (line, total) VALUES ('x1', 0), ('x2', 0) ON CONFLICT DO NOTHING`);
};

const fillMembers = async (client: pg.Client, members: number, pepper: string): Promise<string[]> => {
  const ids = Array.from({ length: members }, (_, n) => BigInt(FIRST_MEMBER + n));
  const hashes: string[] = [];
  for (let from = 0; from < members; from += 2) {
    hashes.push(...(await Promise.all(ids.slice(from, from + 2).map((id) => hashPin(pepper, id, PIN)))));
  }
  await client.query(
    `INSERT INTO member (id, username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash)
     SELECT id, 'm' || id, 'Member', 'm' || id || '@minerx.test', 'm' || id || '@minerx.test', '+60', 132, 'R' || id, 'x', hash
     FROM unnest($1::bigint[], $2::text[]) AS w(id, hash)`,
    [ids, hashes],
  );
  await client.query(`SELECT setval('owner_id', $1)`, [FIRST_MEMBER + members]);
  await client.query(
    `INSERT INTO account (id, balance) SELECT m.id * 16 + w, CASE WHEN w IN (1, 4, 5) THEN $1::bigint ELSE 0 END FROM member m, generate_series(1, 11) w WHERE m.id >= $2`,
    [50_000_000n * UNIT, FIRST_MEMBER],
  );
  await client.query(
    `WITH funded AS (SELECT m.id AS member_id, gen_random_uuid() AS id FROM member m WHERE m.id >= $1),
          made AS (INSERT INTO transfer (id, kind, member_id) SELECT id, 'credit', member_id FROM funded)
     INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
     SELECT id, w, w, ${MEMBER_HOUSE.ADJUSTMENTS} * 16 + w, member_id * 16 + w, $2 FROM funded, unnest(ARRAY[1, 4, 5]) w`,
    [FIRST_MEMBER, 50_000_000n * UNIT],
  );
  const sessions = ids.map(() => randomUUID());
  await client.query(
    `INSERT INTO session (id, member_id, transport, device, address, expires_at) SELECT *, 'body', 'bench', '127.0.0.1', now() + interval '1 day' FROM unnest($1::uuid[], $2::bigint[])`,
    [sessions, ids],
  );
  return sessions;
};

/** Runs one statement on the cluster's first database. */
export const administer = async (clusterUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: clusterUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(statement);
  await client.end();
};
