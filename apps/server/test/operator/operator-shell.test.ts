import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteAddress } from '../../src/base/data-dir.ts';
import { demoTotp, seedDemoOperators } from '../../src/demo/demo-operators.ts';
import { codeOf } from './authenticator.ts';
import { createRandom } from '../../src/security/random.ts';
import { createVault } from '../../src/security/vault.ts';
import { testEnv } from '../app.ts';
import { seedReference } from '../../src/seed/reference.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { recoveryHash } from '../../src/modules/operator/operator-sign-in.command.ts';
import { insertRecoveryCodes } from '../../src/modules/operator/operator.store.ts';
import { createPool } from '../../src/db/pool.ts';
import { testDatabase, type TestDatabase } from '../../src/db/test-database.ts';

const FILE = new URL('../../src/operator.ts', import.meta.url).pathname;
const KEEP_COMPILED = new URL('../../keep-compiled.js', import.meta.url).pathname;
let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await testDatabase();
  await seedReference(database.pool);
  await mark('demo');
  dataDir = mkdtempSync(join(tmpdir(), 'minerx-shell-'));
  const { pepper, brand } = testEnv({ DATA_DIR: dataDir });
  const parts = { pool: database.pool, clock: Date, random: createRandom(), vault: createVault(pepper) };
  await seedDemoOperators({ ...parts, env: { pepper, brand } as never });
});
afterAll(() => database.drop());

const mark = async (purpose: 'demo' | 'production'): Promise<void> => {
  const owner = createPool(database.ownerUrl, { max: 1 });
  await owner.query(
    'INSERT INTO database_mark (purpose) VALUES ($1) ON CONFLICT (id) DO UPDATE SET purpose = excluded.purpose',
    [purpose],
  );
  await owner.end();
};

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The program as `npm run operator --` starts it. */
const operator = (...words: string[]): Promise<Ended> => operatorWith({}, ...words);

const operatorWith = (variables: Record<string, string>, ...words: string[]): Promise<Ended> =>
  typing('', variables, ...words);

const started = (variables: Record<string, string>, words: readonly string[]): ChildProcessWithoutNullStreams => {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO_DATABASE: 'yes',
    ...variables,
  };
  return spawn(process.execPath, ['--import', KEEP_COMPILED, FILE, ...words], { env });
};

const ended = (child: ChildProcessWithoutNullStreams): Promise<Ended> =>
  new Promise((resolve) => {
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    child.once('close', (code) => resolve({ code, ...said }));
  });

const typing = (typed: string, variables: Record<string, string>, ...words: string[]): Promise<Ended> => {
  const child = started(variables, words);
  child.stdin.end(typed);
  return ended(child);
};

/** As with `… | head -0`: whoever was to read is gone. */
const unread = (...words: string[]): Promise<Ended> => {
  const child = started({}, words);
  child.stdin.end();
  child.stdout.destroy();
  return ended(child);
};

describe('npm run operator', () => {
  it('does nothing for somebody who is not signed in, and signs in with both factors', async () => {
    expect(await operator('integrity', 'check')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nobody is signed in here'),
    });
    const login = (factor: string) => typing(`Demo#2026\n${factor}\n`, {}, 'login', '--email', 'admin@minerx.test');
    expect(await login('000000')).toMatchObject({ code: 1, err: expect.stringContaining('err_login') });
    const factor = codeOf(demoTotp({ brand: { name: 'x' } }, 'admin@minerx.test').secret, Date.now());
    expect(await login(factor)).toMatchObject({ code: 0 });
    expect(statSync(join(dataDir, 'operator-session')).mode & 0o777).toBe(0o600);
  });

  it('changes the keys of whoever is signed in, each for a code, and tells new ones once', async () => {
    const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM operator WHERE role = 'admin'");
    const recovery = ['AAAAAAAA11', 'AAAAAAAA22'];
    await inTransaction(database.pool, (tx) => insertRecoveryCodes(tx, rows[0]!.id, recovery.map(recoveryHash)));
    expect(await operator('keys', 'list')).toMatchObject({ code: 0, out: '2 recovery codes are left.\n' });
    expect(await operator('keys', 'sell')).toMatchObject({ code: 1, err: expect.stringContaining('not "sell"') });
    const password = (typed: string, code = recovery[0]!) =>
      typing(`${code}\n${typed}`, {}, 'keys', 'password').then((answer) => [
        answer.code,
        answer.err.split('\n').at(-2),
      ]);
    expect(await password('Sunrise#2026\nSunrise#2027\n')).toEqual([1, 'They are not the same.']);
    expect(await password('Sunrise#2026\nSunrise#2026\n')).toEqual([1, 'The code is wrong or used up.']);
    expect((await password('Sunrise#2026\nSunrise#2026\n', recovery[1]!))[0]).toBe(0);
    const audited = await database.pool.query("SELECT FROM audit WHERE action = 'operator.password'");
    expect(audited.rowCount).toBe(1);
    await inTransaction(database.pool, (tx) => insertRecoveryCodes(tx, rows[0]!.id, [recoveryHash('BBBBBBBB11')]));
    const renewed = await typing('BBBBBBBB11\n', {}, 'keys', 'recovery');
    expect(renewed.out.split('\n')).toHaveLength(13);
    expect(await operator('keys')).toMatchObject({ out: '10 recovery codes are left.\n' });
  });

  it('explains itself', async () => {
    expect(await operator('help')).toMatchObject({ code: 0, out: expect.stringContaining('integrity check') });
    expect(await operator()).toMatchObject({ code: 1 });
  });

  it('ends with 1 and a sentence when it refuses, without a stack', async () => {
    const refused = await operator('member', 'show', '--email', 'nobody@minerx.test');
    expect(refused).toEqual({ code: 1, out: '', err: 'There is no member with the email nobody@minerx.test.\n' });
  });

  it('makes links to where the server of its folder is, whatever port the shell was told', async () => {
    const { rows } = await database.pool.query<{ email: string }>('SELECT email FROM member LIMIT 1');
    noteAddress(dataDir, 'http://127.0.0.1:4711');
    const words = ['member', 'redirect', '--email', rows[0]!.email, '--reason', 'asked on the phone'];
    const { out } = await operatorWith({ PORT: '3000' }, ...words);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:4711\/redirect\?id=[\w-]{22}\n$/);
  });

  it('finishes what was begun, without a word, when nobody reads on', async () => {
    const { rows } = await database.pool.query<{ email: string }>('SELECT email FROM member LIMIT 1');
    const words = ['member', 'redirect', '--email', rows[0]!.email, '--reason', 'asked on the phone'];
    const links = async () => (await database.pool.query('SELECT FROM one_use_link')).rowCount;
    const before = await links();
    expect(await unread(...words)).toEqual({ code: 0, out: '', err: '' });
    expect(await links()).toBe(before! + 1);
  });

  it('keeps a demo’s command away from production’s database', async () => {
    await mark('production');
    const refused = await operator('integrity', 'check');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('This database belongs to production') });
    await mark('demo');
    expect(await operatorWith({ APP_MODE: '' }, 'integrity', 'check')).toMatchObject({ code: 1, out: '' });
  });

  it('ends with 0 only when every equation holds', async () => {
    expect(await operator('integrity', 'check')).toMatchObject({
      code: 0,
      out: expect.stringContaining('equations hold'),
    });
    const owner = createPool(database.ownerUrl, { max: 1 });
    await owner.query('UPDATE account SET balance = 1 WHERE id = (SELECT max(id) FROM account)');
    await owner.end();
    const broken = await operator('integrity', 'check');
    expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('BROKEN  balances') });
    expect(broken.err).toContain('1 of');
  });
});
