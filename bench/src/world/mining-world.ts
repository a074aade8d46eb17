import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { appUrlOf, letAppSignIn } from '../../../apps/server/src/db/app-sign-in.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { createAccessTokens } from '../../../apps/server/src/modules/session/session.token.ts';
import { administer } from '../api/purchase-world.ts';

/** Live orders on devices: what the feeds, the collector and settlement work on. */
interface MiningWorld {
  /** The app's. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly sessionSecret: string;
  /** One access token a member; members have ten orders each. */
  readonly tokens: readonly string[];
  /** Serials by member. */
  readonly serials: readonly (readonly string[])[];
}

const ORDERS_PER_MEMBER = 10;
const FIRST_MEMBER = 1000;

export interface DevicePlace {
  serial: string;
  host: string;
  port: number;
}

/**
 * Makes the database `name`: members, sessions, devices, and one live order per ten members' turn. Of ten devices eight
 * belong to one order each, as whole miners; the others in groups of ten carry ten shared orders each.
 */
export const makeMiningWorld = async (
  clusterUrl: string,
  name: string,
  input: { orders: number; devices: readonly DevicePlace[]; sharedTenths?: number },
): Promise<MiningWorld> => {
  await administer(clusterUrl, `CREATE DATABASE ${name}`);
  const address = new URL(clusterUrl);
  address.pathname = `/${name}`;
  const ownerUrl = address.href;
  const url = appUrlOf(ownerUrl);
  await migrate(ownerUrl);
  await letAppSignIn(ownerUrl, url);
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  const members = Math.ceil(input.orders / ORDERS_PER_MEMBER);
  await client.query(REFERENCE);
  await client.query(MEMBERS, [FIRST_MEMBER, members]);
  await client.query(
    `INSERT INTO device (serial, line, host, port, simulated) SELECT serial, 'x1', host, port, true
       FROM unnest($1::text[], $2::text[], $3::int[]) AS d (serial, host, port)`,
    [input.devices.map((d) => d.serial), input.devices.map((d) => d.host), input.devices.map((d) => d.port)],
  );
  await client.query('UPDATE device_stock SET free = false');
  await client.query(ORDERS, [FIRST_MEMBER, input.orders, ORDERS_PER_MEMBER]);
  const own = Math.floor((input.orders * (10 - (input.sharedTenths ?? 0))) / 10);
  await client.query(ALLOCATIONS, [own]);
  const sessions = await fillSessions(client, members);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();

  const sessionSecret = randomBytes(32).toString('base64');
  const issuer = createAccessTokens(sessionSecret, Date);
  return {
    url,
    ownerUrl,
    sessionSecret,
    tokens: sessions.map((sessionId, n) =>
      issuer.issue({ memberId: BigInt(FIRST_MEMBER + n), sessionId }, Date.now() + 3_600_000),
    ),
    serials: sessions.map((_, member) =>
      Array.from({ length: ORDERS_PER_MEMBER }, (__, n) => serialOf(member * ORDERS_PER_MEMBER + n + 1)),
    ),
  };
};

const serialOf = (n: number): string => `S${String(n).padStart(8, '0')}`;

const REFERENCE = `
  INSERT INTO country VALUES (132, 'MY', 'Malaysia', 'x', '60', 'MYR') ON CONFLICT DO NOTHING;
  INSERT INTO community VALUES (1, 'Default', '1|2') ON CONFLICT DO NOTHING;
  INSERT INTO wallet_type (id, name, precision, price_units) VALUES (3, 'BTC', 8, 9500000000000) ON CONFLICT DO NOTHING;
  INSERT INTO miner_package (id, name, price_units, quantity, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units)
    VALUES (1, 'X1', 100000000000, 1, 250000000000, 0, 0, 0) ON CONFLICT DO NOTHING;
  INSERT INTO stock (line, total) VALUES ('x1', 10000000), ('x2', 10000000) ON CONFLICT DO NOTHING;
  INSERT INTO setting (key, value) VALUES ('pool_fee_ppm', '20000') ON CONFLICT DO NOTHING;`;

const MEMBERS = `
  WITH made AS (
    INSERT INTO member (id, username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash)
    SELECT $1 + n, 'm' || n, 'Member', n || '@x.test', n || '@x.test', '+60', 132, 'R' || n, 'x', 'x' FROM generate_series(0, $2::int - 1) n
    RETURNING id)
  INSERT INTO account (id, balance) SELECT id * 16 + w, 0 FROM made, generate_series(1, 11) w`;

const ORDERS = `
  INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at)
  SELECT ('019aaaaa-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'N' || n, 'S' || lpad(n::text, 8, '0'), $1 + (n - 1) / $3::int, 1, 1,
         100000000000, 250000000000, 250000000000, now() - interval '60 days'
    FROM generate_series(1, $2::int) n`;

/** The nth order has the nth device; beyond `own` they share: order n a tenth of each device of its group of ten. */
const ALLOCATIONS = `
  WITH o AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM miner_order),
       d AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM device)
  INSERT INTO allocation (order_id, device_id, share_tenths)
  SELECT o.id, d.id, 10 FROM o JOIN d USING (n) WHERE o.n <= $1
  UNION ALL
  SELECT o.id, d.id, 1 FROM o JOIN d ON (o.n - 1) / 10 = (d.n - 1) / 10 WHERE o.n > $1`;

const fillSessions = async (client: pg.Client, members: number): Promise<string[]> => {
  const sessions = Array.from({ length: members }, () => randomUUID());
  await client.query(
    `INSERT INTO session (id, member_id, transport, device, address, expires_at)
     SELECT s, $2 + n - 1, 'body', 'bench', '127.0.0.1', now() + interval '1 day' FROM unnest($1::uuid[]) WITH ORDINALITY AS w (s, n)`,
    [sessions, FIRST_MEMBER],
  );
  return sessions;
};
