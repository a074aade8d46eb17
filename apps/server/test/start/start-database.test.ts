import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUrlOf } from '../../src/db/app-sign-in.ts';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import type { Embedded } from '@minerx/embedded-postgres/server';
import { launch, makeDataDir, PRODUCTION, removeDataDir } from './launch.ts';
import type { Launched } from './launch.ts';

/** A database server of somebody's own; the programs under test reach it by DATABASE_URL. */
let server: Embedded;
let serverDir: string;
let dataDir: string;
const launched: Launched[] = [];

beforeAll(async () => {
  [serverDir, dataDir] = [makeDataDir(), makeDataDir()];
  server = await startEmbedded({ dataDir: serverDir, log: () => undefined });
});
afterAll(async () => {
  for (const { child } of launched) child.kill('SIGKILL');
  await Promise.all(launched.map(({ ended }) => ended));
  await server.stop();
  await Promise.all([serverDir, dataDir].map(removeDataDir));
});

const ask = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

const emptyDatabase = async (): Promise<string> => {
  const name = `outside_${randomBytes(4).toString('hex')}`;
  await ask(server.url, `CREATE DATABASE ${name}`);
  return server.url.replace(/\/postgres$/, `/${name}`);
};

/** Neither builds the app nor listens for members. */
const start = ({ OWNER, ...variables }: Record<string, string>): Launched => {
  const database: Record<string, string> =
    OWNER === undefined ? {} : { DATABASE_URL: appUrlOf(OWNER), DATABASE_OWNER_URL: OWNER };
  const run = launch({ DATA_DIR: dataDir, ROLES: 'worker', ...database, ...variables });
  launched.push(run);
  return run;
};

const REAL_MEMBER = `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash, sponsor_id)
  SELECT 'realmember', 'Real Member', 'real@example.com', 'real@example.com', '+60123', country_id, 'REALREAL', password_hash, pin_hash, id
    FROM member WHERE sponsor_id IS NULL`;
const MEMBERS = `SELECT username FROM member WHERE email_key NOT LIKE '%@minerx.test' ORDER BY 1`;

describe('a start on a database of somebody’s own', () => {
  it('as a demo leaves production’s database alone, whatever it is told', async () => {
    const url = await emptyDatabase();
    const production = start({ ...PRODUCTION, OWNER: url });
    await production.said('ready');
    await ask(url, REAL_MEMBER);
    expect(await production.stop()).toBe(0);

    for (const variables of [{}, { APP_MODE: 'demo' }] as Record<string, string>[]) {
      const demo = start({ OWNER: url, ...variables });
      expect(await demo.ended).toBe(1);
      expect(demo.lines.join('\n')).toContain('DATABASE_URL is given, but this would be a demo');
    }
    // Somebody means it, and has the wrong address.
    const meant = start({ OWNER: url, DEMO_DATABASE: 'yes' });
    expect(await meant.ended).toBe(1);
    expect(meant.lines.join('\n')).toContain('This database belongs to production');
    const empty = start({ APP_MODE: '', OWNER: url, DEMO_DATABASE: 'yes' });
    expect(await empty.ended).toBe(1);
    expect(empty.lines).toEqual(['APP_MODE must be demo or production']);

    // The mark of a half demo once made the next start empty the database.
    await ask(url, `INSERT INTO setting (key, value) VALUES ('demo_seeded', '{"state":"started"}')`);
    expect(await start({ OWNER: url, DEMO_DATABASE: 'yes' }).ended).toBe(1);
    expect(await ask(url, MEMBERS)).toEqual([{ username: 'realmember' }, { username: 'root' }]);
  });

  it('as production refuses a demo while it is made, after it was killed, and for ever; nobody empties it', async () => {
    const url = await emptyDatabase();
    const demo = start({ OWNER: url, DEMO_DATABASE: 'yes' });
    await demo.said('demo: members and miners');
    const beside = start({ ...PRODUCTION, OWNER: url, DATA_DIR: serverDir });
    expect(await beside.ended).toBe(1);
    expect(beside.lines.join('\n')).toContain('This database was made for a demo');
    demo.child.kill('SIGKILL');
    await demo.ended;

    const after = start({ ...PRODUCTION, OWNER: url });
    expect(await after.ended).toBe(1);
    expect(after.lines.join('\n')).toContain('This database was made for a demo');
    const before = await ask(url, 'SELECT marked_at FROM database_mark');
    const again = start({ OWNER: url, DEMO_DATABASE: 'yes' });
    expect(await again.ended).toBe(1);
    expect(again.lines.join('\n')).toContain('was interrupted, so it cannot be trusted. Nothing was changed');
    expect(await ask(url, 'SELECT marked_at FROM database_mark')).toEqual(before);
  });

  it('as production refuses what a dump of a demo brought, also without the owner’s address', async () => {
    const url = await emptyDatabase();
    const production = start({ ...PRODUCTION, OWNER: url });
    await production.said('ready');
    expect(await production.stop()).toBe(0);
    await ask(url, `INSERT INTO device (serial, line, host, port, simulated) VALUES ('A', 'x1', 'h', 1, true)`);
    const app = start({ ...PRODUCTION, DATABASE_URL: appUrlOf(url) });
    expect(await app.ended).toBe(1);
    expect(app.lines.join('\n')).toContain('Production does not run on this database: simulated rows in device');
  });

  it('as a demo refuses a database with anything in it', async () => {
    const url = await emptyDatabase();
    await ask(url, 'CREATE TABLE somebodys (id int)');
    const demo = start({ OWNER: url, DEMO_DATABASE: 'yes' });
    expect(await demo.ended).toBe(1);
    expect(demo.lines.join('\n')).toContain('The database of DATABASE_URL is not empty');
    const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
    expect(await ask(url, tables)).toEqual([{ table_name: 'somebodys' }]);
  });
});
