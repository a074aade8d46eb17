import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeReward, type RewardInputs } from '@minerx/rules/mining-reward';
import { stretchOfMonth } from '@minerx/rules/statement';
import { MEMBER_TRANSFER_KINDS } from '@minerx/rules/transfer-kind';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { LIVED, livedDemo } from '../../test/forgery/lived-demo.ts';
import { bearer, call, signIn } from '../../test/people.ts';
import { runVerifier } from '../../test/run-verifier.ts';
import { EQUATIONS } from '../composition/equations.ts';
import { checkIntegrity } from '../modules/integrity/integrity.query.ts';
import { listAllAnnouncements } from '../modules/announcement/announcement.query.ts';
import { listBanners } from '../modules/banner/banner.query.ts';
import { listWithdrawals } from '../modules/withdrawal/withdrawal.query.ts';
import { listWithdrawalAddresses } from '../modules/member/withdrawal-address/withdrawal-address.query.ts';
import { countChances, listPicks } from '../modules/blessing/blessing.query.ts';
import { listMinerPackages } from '../modules/miner-package/miner-package.query.ts';
import { findPicture } from '../modules/picture/picture.query.ts';
import { VARIANT_CODES } from '@minerx/rules/wire-language';
import { listNfts, listNftWithdrawals } from '../modules/nft/nft.query.ts';
import { listOrders, listQueuedOrders } from '../modules/order/order.query.ts';
import { ORIGINS } from '../modules/transaction/origin.ts';
import { readStatement } from '../modules/transaction/statement.query.ts';
import { readTransactions } from '../modules/transaction/transaction.query.ts';
import { getSetting } from '../modules/setting/setting.query.ts';
import { listStakes } from '../modules/staking/staking.query.ts';
import { hashrateSeries } from '../modules/telemetry/telemetry.query.ts';
import { listMessages, listTickets } from '../modules/ticket/ticket.query.ts';
import type { TestDatabase } from '../db/test-database.ts';
import type { Env } from '../env/env.ts';
import { DEMO_VOUCHERS_FILE, demoState, seedDemo } from './demo.ts';
import { startSimulators } from './simulators.ts';

let database: TestDatabase;
let env: Env;
let demoId: bigint;

beforeAll(async () => {
  ({ database, env } = await livedDemo());
  const { rows } = await database.pool.query<{ id: bigint }>(
    `SELECT id FROM member WHERE email_key = 'demo@minerx.test'`,
  );
  demoId = rows[0]!.id;
});
afterAll(async () => {
  await database.drop();
});

describe('the demo', () => {
  it('leaves the books in order', async () => {
    expect(
      (await checkIntegrity({ pool: database.pool, equations: EQUATIONS })).filter(({ violations }) => violations > 0n),
    ).toEqual([]);
  });

  it('has a history that names what each movement came from, where its kind says so', async () => {
    const { rows } = await database.pool.query<{ memberId: bigint; ids: string[] }>(
      `SELECT member_id AS "memberId", (array_agg(DISTINCT id))[1:20] AS ids FROM transfer WHERE member_id IS NOT NULL GROUP BY 1, kind`,
    );
    const met = new Set<string>();
    for (const { memberId, ids } of rows)
      for (const { id, kind, origin } of await readTransactions(database.pool, memberId, ids)) {
        const said = ORIGINS[kind];
        expect([id, kind, origin?.type]).toEqual([id, kind, typeof said === 'string' ? said : undefined]);
        met.add(kind);
      }
    // What nobody of the demo has lived; a new kind is lived there, or stands here.
    const unlived = ['placement', 'reward_correction', 'debit', 'deposit', 'withdrawal_sent'];
    expect(MEMBER_TRANSFER_KINDS.filter((kind) => !met.has(kind))).toEqual(unlived);
  });

  it('has statements that add up: of every member, wallet and month, from nothing to what they have', async () => {
    const { rows } = await database.pool.query<{ id: bigint; months: string[] }>(
      `SELECT side.id, array_agg(DISTINCT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM')) AS months
         FROM transfer CROSS JOIN LATERAL (VALUES (member_id), (receiver_id)) AS side(id)
        WHERE side.id IS NOT NULL GROUP BY 1`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { id, months } of rows) {
      const ends = new Map<string, bigint>();
      for (const month of months.toSorted()) {
        const { balances, movements } = await readStatement(database.pool, id, stretchOfMonth(month));
        for (const { walletId, held, opening, closing } of balances) {
          const moved = movements.filter((each) => each.walletId === walletId && each.held === held);
          const name = `${id} ${month} ${walletId} ${held}`;
          expect([name, opening]).toEqual([name, ends.get(`${walletId} ${held}`) ?? 0n]);
          expect([name, opening + moved.reduce((sum, each) => sum + each.units, 0n)]).toEqual([name, closing]);
          ends.set(`${walletId} ${held}`, closing);
        }
      }
      const { rows: accounts } = await database.pool.query<{ wallet: number; balance: bigint }>(
        'SELECT account_wallet(id) AS wallet, balance FROM account WHERE account_owner(id) = $1',
        [id],
      );
      for (const { wallet, balance } of accounts) expect(ends.get(`${wallet} false`) ?? 0n).toBe(balance);
    }
  });

  it('has an order of the demo member in every status', async () => {
    const { rows } = await listOrders(database.pool, demoId, { page: 1, pageSize: 100 });
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([1, 2, 8, 9]));
    const queued = await listQueuedOrders(database.pool, demoId);
    expect(queued.map(({ status, place }) => [status, place])).toEqual([
      [7, 5],
      [6, 2],
    ]);
  });

  it('has staked twice while staking was on: one is over and given back, one runs, and staking is off', async () => {
    const { rows } = await listStakes(database.pool, demoId, { page: 1, pageSize: 8 });
    expect(rows.map(({ status, typeName }) => [status, typeName])).toEqual([
      [1, 'AOGP + RSP'],
      [9, 'AOGP + GBPT'],
    ]);
    expect(await getSetting(database.pool, 'staking_available')).toBe(false);
  });

  it('has thirty days of rewards, each what its receipt says', async () => {
    const { rows } = await database.pool.query<{
      day: string;
      sat: bigint;
      usd: bigint;
      inputs: RewardInputs;
      simulated: boolean;
    }>('SELECT day, sat, usd_units AS usd, inputs, simulated FROM reward');
    for (const { sat, usd, inputs, simulated } of rows) {
      expect(computeReward(inputs)).toMatchObject({ rewardSat: sat, usdValueUnits: usd });
      expect(simulated).toBe(true);
    }
    expect(new Set(rows.map(({ day }) => day)).size).toBe(30);
    // The file that a member saves, judged by the script that anybody can run.
    const app = await testApp({ database, env, at: new Date(LIVED).toISOString() });
    const { accessToken } = await signIn(app, { email: 'demo@minerx.test', password: 'Demo#2026' });
    const file = (await call(app, 'GET', 'order/rewards/export', undefined, bearer(accessToken))).text;
    await app.close();
    const { code, said } = await runVerifier('verify-receipt.mjs', file);
    expect([code, said.split(', equal\n').length - 1]).toEqual([0, JSON.parse(file).receipts.length]);
    const forged = file.replace(/"reward_amount":"0\.0000/, '"reward_amount":"0.0001');
    expect(await runVerifier('verify-receipt.mjs', forged)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^[\d-]+: NOT EQUAL/m),
    });
    // A whole miner of 74 Th/s at a difficulty around 150 T: about 3 000 satoshi a day.
    const whole = await database.pool.query<{ sat: bigint }>(
      `SELECT r.sat FROM reward r JOIN miner_order o ON o.id = r.order_id WHERE o.package_id = 1 AND r.day > o.activated_at::date AND o.status = 1`,
    );
    for (const { sat } of whole.rows) expect(Number(sat)).toSatisfy((found: number) => found > 2_300 && found < 3_400);
  });

  it('keeps nobody but its two members able to sign in, and a team of two hundred', async () => {
    const { rows } = await database.pool.query<{ team: number; hashes: number }>(
      `SELECT count(*) FILTER (WHERE email LIKE 'team%')::integer AS team,
              count(DISTINCT password_hash) FILTER (WHERE email LIKE 'team%')::integer AS hashes FROM member`,
    );
    expect(rows[0]).toEqual({ team: 200, hashes: 1 });
  });

  it('has news in ten languages, published by operators, and banners with pictures', async () => {
    const rows = await listAllAnnouncements(database.pool);
    expect(rows).toHaveLength(3);
    for (const { titles, messages, pictureId } of rows) {
      expect(Object.keys(titles).sort()).toEqual([...VARIANT_CODES].sort());
      expect(Object.keys(messages).sort()).toEqual([...VARIANT_CODES].sort());
      expect(await findPicture(database.pool, pictureId!)).toMatchObject({ mediaType: 'image/webp' });
    }
    expect((await listBanners(database.pool)).map(({ link }) => link)).toEqual(['/miner', '/dashboard']);
    expect((await getSetting(database.pool, 'marquee'))?.base).toContain('01:00 UTC');
  });

  it('has questions of the demo member: one waits, one has a new answer, one is settled', async () => {
    const { rows } = await listTickets(database.pool, demoId, { page: 1, pageSize: 8 });
    expect(rows.map(({ status, unread }) => [status, unread])).toEqual([
      [1, false],
      [1, true],
      [9, false],
    ]);
    expect((await listMessages(database.pool, rows[2]!.id)).map(({ adminId }) => adminId)).toEqual([0, 1, 0]);
  });

  it('has saved withdrawal addresses of the demo member that can be used by now', async () => {
    const addresses = await listWithdrawalAddresses(database.pool, demoId);
    expect(addresses).toMatchObject([
      { walletId: 1, network: 2 },
      { walletId: 3, network: 3 },
    ]);
    for (const { usableAt } of addresses) expect(usableAt.getTime()).toBeLessThan(LIVED);
  });

  it('has withdrawals of the demo member in every state that members and operators bring one to', async () => {
    const { rows } = await listWithdrawals(database.pool, demoId, { page: 1, pageSize: 8 });
    expect(rows.map(({ walletId, status, cause }) => [walletId, status, cause])).toEqual([
      [1, 0, null],
      [1, 1, null],
      [3, 1, null],
      [1, 8, null],
      [1, 9, 'address'],
    ]);
  });

  it('has two Raya Blessings of the demo member to open and three that were picked, and none of the second', async () => {
    expect(await countChances(database.pool, demoId)).toMatchObject({ total: 5, remaining: 2, orders: 1 });
    const { rows } = await listPicks(database.pool, demoId, { page: 1, pageSize: 8 });
    expect(rows.map(({ creditedUnits }) => creditedUnits !== null)).toEqual([true, true, true]);
    const second = await database.pool.query<{ id: bigint }>(
      `SELECT id FROM member WHERE email_key = 'us@minerx.test'`,
    );
    expect(await countChances(database.pool, second.rows[0]!.id)).toMatchObject({ total: 0, nextPackId: null });
    const { packages } = await listMinerPackages(database.pool, 'x2');
    expect(packages.map(({ freeBlessings }) => freeBlessings)).toEqual([1]);
  });

  it('has NFTs of the demo member in every state, a withdrawal of every kind, and one of the second member', async () => {
    const all = { page: 1, pageSize: 100 };
    const { rows, total } = await listNfts(database.pool, demoId, all);
    expect(total).toBe(9);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 9]));
    const history = await listNftWithdrawals(database.pool, demoId, all);
    expect(history.rows.map(({ status, cause }) => [status, cause])).toEqual([
      [0, null],
      [8, null],
      [9, 'collection'],
      [9, 'address'],
      [1, null],
    ]);
    const us = await database.pool.query<{ id: bigint }>(`SELECT id FROM member WHERE email_key = 'us@minerx.test'`);
    expect((await listNfts(database.pool, us.rows[0]!.id, all)).total).toBe(1);
  });

  it('has a chart of the last hours that moves', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM miner_order WHERE member_id = $1 AND status = 1 AND package_id = 1',
      [demoId],
    );
    const to = Date.parse('2026-11-20T12:30:00Z');
    const series = await hashrateSeries(database.pool, rows[0]!.id, new Date(to - 4 * 3_600_000), new Date(to));
    expect(series.every(({ hashrateThs }) => hashrateThs !== null && hashrateThs > 70 && hashrateThs < 77)).toBe(true);
    expect(new Set(series.map(({ hashrateThs }) => hashrateThs?.toFixed(3))).size).toBeGreaterThan(60);
  });

  it('leaves two vouchers for whoever tries it', () => {
    const lines = readFileSync(join(env.dataDir, DEMO_VOUCHERS_FILE), 'utf8').trim().split('\n');
    expect(lines.map((line) => line.replace(/^\S+/, ''))).toEqual(['  package 3, 1000 USDT', '  package 4, 1000 USDT']);
  });

  it('is made once', async () => {
    expect(await demoState(database.pool)).toBe('done');
    const before = await database.pool.query('SELECT count(*) FROM transfer');
    const world = await startSimulators({ env, serials: [], log: () => undefined });
    const log = pino({ level: 'silent' });
    await seedDemo({ databaseUrl: database.url, world, log, now: LIVED, say: () => undefined });
    await world.stop();
    expect((await database.pool.query('SELECT count(*) FROM transfer')).rows).toEqual(before.rows);
  });
});
