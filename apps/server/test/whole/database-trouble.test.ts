import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUrlOf, letAppSignIn } from '../../src/db/app-sign-in.ts';
import { startEmbedded } from '@minerx/embedded-postgres/server';
import type { Embedded } from '@minerx/embedded-postgres/server';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { testApp } from '../app.ts';
import type { TestApp } from '../app.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { makeDataDir, removeDataDir } from '../start/launch.ts';
import { moneyHouse } from '../money-house.ts';
import { bearer, call, register, signIn } from '../people.ts';
import type { Answer, Person } from '../people.ts';
import { serverProcesses } from '../start/postgres-processes.ts';

/** A database server of this file alone, since it is frozen and cut off here. */
let dataDir: string;
let server: Embedded;
let app: TestApp;
let owner: pg.Client;
let person: Person & { memberId: bigint };
let session: { authorization: string };

beforeAll(async () => {
  dataDir = makeDataDir();
  server = await startEmbedded({ dataDir, log: () => undefined, unsafeFast: true });
  const ownerUrl = server.url;
  await migrate(ownerUrl);
  const url = appUrlOf(ownerUrl);
  await letAppSignIn(ownerUrl, url);
  const pool = createPool(url, { max: 4 });
  app = await testApp({ database: { url, ownerUrl, pool, drop: () => pool.end() } });
  owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  const house = await moneyHouse(app.database);
  await house.devices('x1', 50);
  await house.close();
  person = await register(app);
  session = bearer((await signIn(app, person)).accessToken);
  await app.context.funnel.run(
    creditMember({
      memberId: person.memberId,
      walletId: WALLET.CW,
      amountUnits: unitsOf('50000'),
      reason: 'test',
      actor: 'operator:test',
    }),
  );
  // Shows the server the PIN once.
  await buy(randomUUID());
});
afterAll(async () => {
  await expectCoherentLedger(app.database.pool);
  await owner.end();
  await app.close();
  await app.database.drop();
  await server.stop();
  await removeDataDir(dataDir);
});

const buy = (key: string): Promise<Answer> =>
  call(
    app,
    'POST',
    'package/purchase',
    {
      package: 1,
      payment_method: 1,
      quantity: 1,
      amount1: '1000',
      amount2: '0',
      amount3: '0',
      member_security_pin: person.pin,
    },
    { ...session, 'idempotency-key': key },
  );
const orders = async (): Promise<number> =>
  Number((await owner.query<{ count: string }>('SELECT count(*) FROM miner_order')).rows[0]!.count);
const profile = (): Promise<Answer> => call(app, 'GET', 'member/profile', undefined, session);
const orderList = (): Promise<Answer> => call(app, 'POST', 'package/order', { page: 1, pageSize: 10 }, session);
const ready = (): Promise<{ statusCode: number }> => app.http.inject('/readyz');
const alive = async (): Promise<number> => (await app.http.inject('/healthz')).statusCode;

const expectUnavailable = (answers: readonly Answer[]): void => {
  for (const { status, body, headers } of answers) {
    expect([status, body.err_code]).toEqual([503, 'err_unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
};
const codes = (answers: readonly Answer[]): Set<string> =>
  new Set(answers.map(({ status, body }) => (status === 200 ? 'ok' : `${status} ${body.err_code}`)));

describe('a database that hangs', () => {
  // proves 8: err_unavailable
  it('is "not now" for every call while it hangs, and everything goes on when it wakes', async () => {
    const before = await orders();
    const key = randomUUID();
    await Promise.all([profile(), orderList(), ready()]);
    const frozen = serverProcesses(dataDir);
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    try {
      const [reads, purchase, signedIn, readiness] = await Promise.all([
        Promise.all(Array.from({ length: 30 }, () => [profile(), orderList()]).flat()),
        buy(key),
        call(app, 'POST', 'member/login', { member_email: person.email, member_password: person.password }),
        ready(),
      ]);
      expectUnavailable([...reads, purchase, signedIn]);
      expect(readiness.statusCode).toBe(503);
      expect(await alive()).toBe(200);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    // Nobody was told what became of the purchase: the same key tells, and it takes place once.
    let again = await buy(key);
    for (let tries = 0; again.status === 503 && tries < 20; tries += 1) again = await buy(key);
    expect(again.status).toBe(200);
    expect((await buy(key)).text).toBe(again.text);
    expect(await orders()).toBe(before + 1);
    expect([(await profile()).status, (await ready()).statusCode]).toEqual([200, 200]);
  });
});

describe('a lock on one table', () => {
  it('costs the calls that need it, and no others', async () => {
    await owner.query('BEGIN; LOCK TABLE miner_order');
    try {
      const stuck = Promise.all(Array.from({ length: 60 }, orderList));
      const others = await Promise.all(
        Array.from({ length: 10 }, () => call(app, 'GET', 'wallet/all', undefined, session)),
      );
      expect(codes(others)).toEqual(new Set(['ok']));
      expect([(await ready()).statusCode, await alive()]).toEqual([200, 200]);
      expectUnavailable(await stuck);
    } finally {
      await owner.query('ROLLBACK');
    }
    expect((await orderList()).status).toBe(200);
  });

  it('leaves a purchase unknown, and the same key finds out', async () => {
    const before = await orders();
    const key = randomUUID();
    await owner.query('BEGIN; LOCK TABLE posting');
    try {
      expectUnavailable([await buy(key)]);
    } finally {
      await owner.query('ROLLBACK');
    }
    let again = await buy(key);
    for (let tries = 0; again.status === 503 && tries < 20; tries += 1) again = await buy(key);
    expect(again.status).toBe(200);
    expect(await orders()).toBe(before + 1);
  });
});

describe('a database that cuts its connections', () => {
  it('is "not now" at most, never a fault of ours', async () => {
    const before = await orders();
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const asked = Promise.all([...keys.map(buy), ...Array.from({ length: 30 }, profile)]);
    await owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'minerx_app'");
    expect([...codes(await asked)].filter((code) => code !== 'ok' && code !== '503 err_unavailable')).toEqual([]);
    for (const key of keys) expect((await buy(key)).status).toBe(200);
    expect(await orders()).toBe(before + keys.length);
  });
});
