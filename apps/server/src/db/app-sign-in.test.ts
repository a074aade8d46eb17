import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirePrepared } from '../start/database.ts';
import { appUrlOf, listWrongRights } from './app-sign-in.ts';
import { createPool } from './pool.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

let database: TestDatabase;
let owner: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  owner = createPool(database.ownerUrl, { max: 2 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe('the app’s connection', () => {
  it('is of a role that owns nothing, is member of nothing and makes nothing', async () => {
    expect(await listWrongRights(database.pool)).toEqual([]);
  });

  it.each(['SET ROLE NONE', 'RESET ROLE', 'RESET ALL', 'SET SESSION AUTHORIZATION DEFAULT', 'DISCARD ALL'])(
    'gains nothing by %s',
    async (way) => {
      const client = await database.pool.connect();
      try {
        await client.query(way);
        const { rows } = await client.query<{ who: string; now: string; mighty: boolean }>(
          `SELECT session_user::text AS who, current_user::text AS now, rolsuper AS mighty FROM pg_roles WHERE rolname = current_user`,
        );
        expect(rows).toEqual([{ who: 'minerx_app', now: 'minerx_app', mighty: false }]);
        await expect(client.query('UPDATE posting SET amount = amount')).rejects.toThrow('permission denied');
        await expect(client.query("COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('permission denied');
      } finally {
        client.release(true);
      }
    },
  );

  it.each([
    'SET ROLE minerx',
    'SET SESSION AUTHORIZATION minerx',
    'CREATE TABLE mine (id int)',
    'CREATE TEMP TABLE mine (id int)',
    'CREATE SCHEMA mine',
  ])('is refused %s', async (way) => {
    await expect(database.pool.query(way)).rejects.toThrow('permission denied');
  });

  it('has a password that leads to no other', () => {
    const [app, own] = [database.url, database.ownerUrl].map((url) => new URL(url).password);
    expect(app).not.toBe(own);
    expect(appUrlOf(database.ownerUrl)).toBe(database.url);
  });
});

describe('a start', () => {
  it('refuses the owner as the app', async () => {
    await expect(requirePrepared(owner, 'demo')).rejects.toThrow(
      /sign in .* as minerx_app[^]*connections sign in as minerx\n[^]*superuser[^]*DATABASE_OWNER_URL/,
    );
  });

  it('refuses an app that only works as another role, belongs to one, owns something or may make something', async () => {
    const name = `app_${randomBytes(4).toString('hex')}`;
    const url = new URL(database.ownerUrl);
    [url.username, url.password] = [name, 'x'];
    await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x' IN ROLE minerx_app`);
    try {
      const pool = createPool(url.href, { max: 1 });
      const disguised = createPool(`${url.href}?options=${encodeURIComponent('-c role=minerx_app')}`, { max: 1 });
      expect(await listWrongRights(pool)).toEqual([
        `connections sign in as ${name}`,
        `${name} is a member of minerx_app`,
      ]);
      expect((await listWrongRights(disguised))[0]).toBe(`connections sign in as ${name} and work as minerx_app`);
      await owner.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
      await pool.query('CREATE TABLE mine (id int)');
      expect((await listWrongRights(pool)).slice(2)).toEqual([
        `${name} owns tables or other things of the server`,
        `${name} may create things in the database or its schema public`,
      ]);
      await Promise.all([pool.end(), disguised.end()]);
    } finally {
      await owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
    }
  });

  it('without the owner’s address ends with a sentence when the tables are not those of this version', async () => {
    await owner.query('DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)');
    await expect(requirePrepared(database.pool, 'demo')).rejects.toThrow('npm start, with DATABASE_OWNER_URL');
  });
});
