import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDatabase, findMark, holdDemo, refuseDemoTraces } from './database-mark.ts';
import type { Purpose } from './database-mark.ts';
import { seedReference } from '../seed/reference.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

let database: TestDatabase;
let owner: pg.Client;
let said: string[];
beforeEach(async () => {
  database = await testDatabase();
  await seedReference(database.pool);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  said = [];
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

const claim = (purpose: Purpose, embedded = false, fingerprint = 'ours'): Promise<void> =>
  claimDatabase(owner, { purpose, embedded, fingerprint, log: (line) => said.push(line) });

const addMember = (email: string): Promise<unknown> =>
  owner.query(
    `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash, sponsor_id)
     SELECT $1, $1, $1, $1, '+60123', country_id, $1, password_hash, pin_hash, id FROM member WHERE sponsor_id IS NULL`,
    [email],
  );
const note = (state: string): Promise<unknown> =>
  owner.query("INSERT INTO setting (key, value) VALUES ('demo_seeded', $1)", [JSON.stringify({ state })]);
const isThere = async (table: string): Promise<boolean> =>
  (await owner.query<{ name: string | null }>('SELECT to_regclass($1) AS name', [table])).rows[0]?.name !== null;

describe('production', () => {
  it('marks the database it runs on, and comes back to it', async () => {
    await addMember('real@example.com');
    await claim('production');
    await claim('production');
    expect(await findMark(database.pool)).toBe('production');
  });

  it('refuses the demo’s mark, its seed and its members', async () => {
    await addMember('team7@minerx.test');
    await expect(claim('production')).rejects.toThrow('1 members of the demo');
    await note('done');
    await expect(claim('production')).rejects.toThrow('a demo was seeded in it; 1 members of the demo');
    expect(await findMark(database.pool)).toBeNull();
    await claim('demo', true);
    await expect(claim('production')).rejects.toThrow('This database was made for a demo');
  });

  it.each([
    ['device', `INSERT INTO device (serial, line, host, port, simulated) VALUES ('A', 'x1', 'h', 1, true)`],
    ['wallet_type', `UPDATE wallet_type SET price_simulated = true WHERE id = 1`],
    [
      'wallet_price',
      `INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) VALUES (1, now(), 1, 'x', true)`,
    ],
    ['pool_payout', `INSERT INTO pool_payout (day, reward_sat, source, simulated) VALUES ('2026-11-20', 1, 'x', true)`],
  ])('refuses simulated rows in %s, also on a database it has marked', async (table, insert) => {
    await claim('production');
    await owner.query(insert);
    await expect(claim('production')).rejects.toThrow(`simulated rows in ${table}`);
    // Starts without the owner's address look with the app's own rights.
    await expect(refuseDemoTraces(database.pool)).rejects.toThrow(`simulated rows in ${table}`);
  });

  it('finds with the app’s rights every table that the owner finds', async () => {
    const sees = async (client: Pick<pg.ClientBase, 'query'>) =>
      (
        await client.query<{ name: string }>(
          `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
            WHERE table_schema = 'public' AND (column_name = 'simulated' OR column_name LIKE '%\\_simulated') ORDER BY 1`,
        )
      ).rows;
    const seen = await sees(owner);
    expect(seen.length).toBeGreaterThan(8);
    expect(await sees(database.pool)).toEqual(seen);
  });
});

describe('a demo', () => {
  it('refuses production’s mark, also of the embedded database', async () => {
    await claim('production');
    await expect(claim('demo')).rejects.toThrow('This database belongs to production');
    await expect(claim('demo', true)).rejects.toThrow('This database belongs to production');
  });

  it('makes a half demo anew only where every member is the demo’s', async () => {
    await addMember('demo@minerx.test');
    await addMember('real@example.com');
    await note('started');
    await expect(claim('demo', true)).rejects.toThrow('1 members who are not the demo’s'.replace('’', "'"));
    expect(await isThere('member')).toBe(true);
    await owner.query("DELETE FROM member WHERE email = 'real@example.com'");
    await claim('demo', true);
    expect(await isThere('member')).toBe(false);
    expect(said).toEqual(['the making of the demo was interrupted; it is made anew']);
    expect(await findMark(owner)).toBe('demo');
  });

  it('begins on no database that somebody has something in', async () => {
    await expect(claim('demo')).rejects.toThrow('is not empty, and a demo takes only an empty one');
    expect(await findMark(owner)).toBeNull();
  });

  it('never empties a database that is not the embedded one', async () => {
    await owner.query("INSERT INTO database_mark (purpose) VALUES ('demo')");
    await note('started');
    await expect(claim('demo')).rejects.toThrow('Nothing was changed');
    expect(await isThere('member')).toBe(true);
  });
});

describe('a demo', () => {
  it('comes back with the secrets that it was made with, and with no others', async () => {
    await claim('demo', true);
    await claim('demo', true);
    await expect(claim('demo', true, 'others')).rejects.toThrow('was made with other secrets');
    await expect(claim('demo', false, 'others')).rejects.toThrow(
      /was made with other secrets.*Start with the DATA_DIR/,
    );
  });

  it('runs on its database alone', async () => {
    const release = await holdDemo(database.ownerUrl);
    await expect(holdDemo(database.ownerUrl)).rejects.toThrow(/A demo is running .* Stop that one first/);
    await release();
    await (
      await holdDemo(database.ownerUrl)
    )();
  });
});
