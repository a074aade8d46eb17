import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { WALLET } from '@minerx/rules/wallet';
import { randomBytes } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, register, signIn } from '../../../test/people.ts';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { seedReference } from '../../seed/reference.ts';
import { createBinanceMarket } from '../../outside/market/binance.ts';
import { createCoinbaseMarket } from '../../outside/market/coinbase.ts';
import { keepDaySeeds } from '../blessing/draw/day-seed.command.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { listWalletTypes } from '../wallet/wallet.query.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import { readVitalSigns } from '../system/vital-signs.query.ts';
import { recordBtcPrice, recordMinuteCloses } from './market-price.command.ts';
import { takeClosePrice } from './minute-close.command.ts';
import { setPriceBand } from './price-band.command.ts';

describe('the price of BTC', () => {
  let app: TestApp;
  let market: Simulator;
  let second: Simulator;
  const logged: { level: number; event?: string; doubt?: string }[] = [];

  beforeAll(async () => {
    [market, second] = await Promise.all([startSimulator('market'), startSimulator('second-market')]);
    const clock = { now: () => app.clock.now() };
    const options = (sourceId: string, { url }: Simulator) => ({ sourceId, url, simulated: true, clock });
    app = await testApp({
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
      outside: {
        market: createBinanceMarket(options('market', market)),
        secondMarket: createCoinbaseMarket(options('second-market', second)),
      },
    });
    await seedReference(app.database.pool);
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([market.stop(), second.stop()]);
  });

  const faults = async (first: object, other: object): Promise<void> => {
    await Promise.all([market.control('/fault', first), second.control('/fault', other)]);
  };
  const NONE = { kind: 'none' };
  /** Everybody's clock goes on, far enough that what the streams said before is no answer any more. */
  const pass = async (ms: number): Promise<void> => {
    app.clock.advance(ms);
    const at = { at: new Date(app.clock.now()).toISOString() };
    await Promise.all([market.control('/clock', at), second.control('/clock', at)]);
  };
  /** What REST says: the streams of a market whose clock stands still are not waited for. */
  const record = () => recordBtcPrice({ ...app.context, market: restOnly() });
  const restOnly = () =>
    ({ latest: async (symbol: string) => (await app.context.outside.market.latest([symbol]))[0] ?? null }) as never;
  const priceNow = async () => {
    const { rows } = await app.database.pool.query<{ units: bigint; at: Date }>(
      'SELECT price_units AS units, price_at AS at FROM wallet_type WHERE id = 3',
    );
    return { dollars: Number(rows[0]!.units) / 1e8, ageMs: app.clock.now() - rows[0]!.at.getTime() };
  };
  const closes = async (): Promise<number> => (await app.database.pool.query('SELECT FROM market_close')).rowCount!;
  const doubts = async () =>
    (
      await app.database.pool.query<{ action: string; reason: string }>(
        `SELECT action, reason FROM audit WHERE action LIKE 'price.%ed' ORDER BY id`,
      )
    ).rows.map(({ action, reason }) => `${action}: ${reason}`);

  const mails = async () =>
    (
      await app.database.pool.query<{ subject: string; text: string }>(
        `SELECT payload->>'subject' AS subject, payload->>'text' AS text FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
      )
    ).rows;

  const doubtedSign = async () =>
    (await readVitalSigns(app.database.pool, app.clock.now())).find(({ name }) => name === 'btc_price_doubted')!.value;

  beforeEach(async () => {
    await faults(NONE, NONE);
    await pass(20_000);
  });

  it('is not taken on an empty database until both sources agree', async () => {
    await faults(NONE, { kind: 'down' });
    expect(await record()).toBe(false);
    await recordMinuteCloses(app.context);
    expect(await closes()).toBe(0);
    await faults({ kind: 'leap', times: 1000 }, NONE);
    expect(await record()).toBe(false);
    await recordMinuteCloses(app.context);
    expect(await closes()).toBe(0);
    expect((await priceNow()).dollars).toBeLessThan(1);
    await faults(NONE, NONE);
    expect(await record()).toBe(true);
    await recordMinuteCloses(app.context);
    expect(await closes()).toBe(10);
    expect((await priceNow()).dollars).toBeGreaterThan(80_000);
  });

  it.each([1000, 0.001, 1.2, 0.8])('times %s of one source is not taken, and what pays by it waits', async (times) => {
    expect(await record()).toBe(true);
    const { dollars } = await priceNow();
    for (const other of [NONE, { kind: 'down' }, { kind: 'frozen' }]) {
      await faults({ kind: 'leap', times }, other);
      await pass(6 * MINUTE_MS);
      expect(await record()).toBe(false);
      await recordMinuteCloses(app.context);
    }
    const after = await priceNow();
    expect(after.dollars).toBe(dollars);
    expect(after.ageMs).toBeGreaterThan(5 * MINUTE_MS);
    const { rows } = await app.database.pool.query<{ far: bigint }>(
      'SELECT count(*) AS far FROM market_close WHERE price_units NOT BETWEEN $1 AND $2',
      [BigInt(Math.round(dollars * 0.9e8)), BigInt(Math.round(dollars * 1.1e8))],
    );
    expect(rows[0]!.far).toBe(0n);
  });

  it('waits after a leap of the whole market until a minute has closed there in both, and nothing is paid by the one before', async () => {
    await record();
    await recordMinuteCloses(app.context);
    const { dollars, ageMs } = await priceNow();
    expect(ageMs).toBe(0);
    const usable = async () =>
      (await listWalletTypes(app.database.pool)).map(({ priceDoubted }) => !priceDoubted)[WALLET.BTC - 1];
    expect(await usable()).toBe(true);
    const both = { kind: 'leap', times: 0.5 };
    await faults(both, both);
    expect(await record()).toBe(false);
    expect(await doubtedSign()).toBe(1);
    expect((await priceNow()).dollars).toBe(dollars);
    expect(await usable()).toBe(false);
    await pass(MINUTE_MS);
    await recordMinuteCloses(app.context);
    expect(await record()).toBe(true);
    expect((await priceNow()).dollars / dollars).toBeCloseTo(0.5, 1);
    expect(await usable()).toBe(true);
    // And back, for the tests that follow.
    await faults(NONE, NONE);
    await pass(MINUTE_MS);
    await recordMinuteCloses(app.context);
    expect(await record()).toBe(true);
  });

  it('of a day is not that of a minute that leapt alone, although both markets tell it', async () => {
    const minute = Math.floor(app.clock.now() / MINUTE_MS) * MINUTE_MS;
    const ends = [minute - 20 * MINUTE_MS, minute - 10 * MINUTE_MS];
    const keep = (end: number, dollars: number) =>
      app.database.pool.query(
        `INSERT INTO market_close (symbol, at, price_units, source, simulated, confirmed_by, confirmed_price_units)
         VALUES ('BTCUSDT', $1, $2, 'market', true, 'second-market', $2)
         ON CONFLICT (symbol, at) DO NOTHING`,
        [new Date(end - MINUTE_MS), BigInt(dollars) * 100_000_000n],
      );
    const [alone, followed] = ends.map((end) => end - 48 * 3_600_000) as [number, number];
    for (const [end, dollars] of [
      [alone - MINUTE_MS, 95_000],
      [alone, 50_000],
      [alone + MINUTE_MS, 95_100],
      [followed - MINUTE_MS, 95_000],
      [followed, 50_000],
      [followed + MINUTE_MS, 50_100],
    ] as const)
      await keep(end, dollars);
    expect(await takeClosePrice(app.context, new Date(alone))).toEqual({
      missing: expect.stringContaining('far from the minutes around it'),
    });
    expect(await takeClosePrice(app.context, new Date(followed))).toMatchObject({
      close: { priceUnits: 5_000_000_000_000n },
    });
  });

  it('goes on near the last confirmed close while the second source is silent, and keeps closes when that speaks again', async () => {
    await recordMinuteCloses(app.context);
    const kept = await closes();
    await faults(NONE, { kind: 'down' });
    await pass(MINUTE_MS);
    expect(await record()).toBe(true);
    await recordMinuteCloses(app.context);
    expect(await closes()).toBe(kept);
    // One market alone moves money by a percent and no more, however it comes there.
    for (const times of [1.05, 0.95]) {
      await faults({ kind: 'leap', times }, { kind: 'down' });
      await pass(10_000);
      expect(await record()).toBe(false);
    }
    await faults(NONE, NONE);
    await pass(MINUTE_MS);
    expect(await record()).toBe(true);
    await recordMinuteCloses(app.context);
    expect(await closes()).toBeGreaterThan(kept + 1);
    const { rowCount } = await app.database.pool.query('SELECT FROM market_close WHERE confirmed_by IS NULL');
    expect(rowCount).toBe(0);
  });

  it('is no price at all when the pair is told twice', async () => {
    const before = await priceNow();
    await faults({ kind: 'twice' }, NONE);
    await expect(record()).rejects.toMatchObject({ reason: 'implausible' });
    expect((await priceNow()).dollars).toBe(before.dollars);
  });

  it('raises an alarm when it is doubted and tells when it is over, in log, audit and setting, and by a mail every six hours however often it comes and goes', async () => {
    await pass(6 * HOUR_MS);
    await record();
    const [told, written, mailed] = [logged.length, (await doubts()).length, (await mails()).length];
    await faults({ kind: 'leap', times: 1000 }, NONE);
    await record();
    await record();
    const sent = (await mails()).slice(mailed);
    expect(sent.map(({ subject }) => subject)).toEqual(['The price of BTC is not believed']);
    expect(sent[0]!.text).toContain('sources_disagree');
    expect(sent[0]!.text).toContain('price list');
    // Another reason, and the same episode: nothing more is mailed.
    await faults({ kind: 'leap', times: 1000 }, { kind: 'down' });
    await record();
    await faults({ kind: 'leap', times: 1000 }, NONE);
    await record();
    expect((await mails()).length).toBe(mailed + 1);
    const { rows } = await app.database.pool.query(`SELECT value FROM setting WHERE key = 'btc_price_doubt'`);
    expect(await doubtedSign()).toBe(1);
    expect(rows[0].value).toMatchObject({ doubt: 'sources_disagree', source: 'market', price: expect.any(String) });
    await faults(NONE, NONE);
    await record();
    const alarms = logged.slice(told).filter(({ event }) => event?.startsWith('price_'));
    expect(alarms.map(({ level, event }) => [level, event])).toEqual([
      [50, 'price_doubted'],
      [50, 'price_doubted'],
      [50, 'price_doubted'],
      [40, 'price_believed'],
    ]);
    expect((await doubts()).slice(written)).toEqual([
      'price.doubted: sources_disagree',
      'price.doubted: leap_unconfirmed',
      'price.doubted: sources_disagree',
      'price.believed: the sources agree again',
    ]);
    const after = await app.database.pool.query(`SELECT value FROM setting WHERE key = 'btc_price_doubt'`);
    expect(after.rows[0].value).toBeNull();
    expect(await doubtedSign()).toBe(0);
    // One that flaps at its band is not mailed each time; one that still does after six hours is, once.
    const flap = async (): Promise<void> => {
      for (const first of [{ kind: 'leap', times: 1.2 }, NONE]) {
        await faults(first, NONE);
        await pass(10_000);
        await record();
      }
    };
    for (let times = 0; times < 3; times += 1) await flap();
    expect((await doubts()).slice(written)).toHaveLength(10);
    expect((await mails()).length).toBe(mailed + 1);
    await pass(6 * HOUR_MS);
    for (let times = 0; times < 2; times += 1) await flap();
    expect((await mails()).length).toBe(mailed + 2);
    // Nor is one forgotten that only lasts.
    await faults({ kind: 'leap', times: 1000 }, NONE);
    for (const ms of [10_000, 6 * HOUR_MS, 10_000]) {
      await pass(ms);
      await record();
    }
    expect((await mails()).length).toBe(mailed + 3);
    await faults(NONE, NONE);
    await record();
  });

  it('follows the band that operators set, and keeps who set it', async () => {
    const context = app.context;
    const input = { actor: 'operator:test' as const, reason: 'calm market' };
    await expect(setPriceBand(context, { ...input, bandPpm: 4_999 })).rejects.toMatchObject({ code: 'err_quantity' });
    await expect(setPriceBand(context, { ...input, bandPpm: 500_001 })).rejects.toMatchObject({ code: 'err_quantity' });
    await faults({ kind: 'leap', times: 1.07 }, NONE);
    expect(await record()).toBe(true);
    expect(await setPriceBand(context, { ...input, bandPpm: 50_000 })).toBe(100_000);
    await pass(MINUTE_MS);
    expect(await record()).toBe(false);
    const { rows } = await app.database.pool.query(`SELECT actor, detail FROM audit WHERE action = 'price.band'`);
    expect(rows).toEqual([{ actor: 'operator:test', detail: { before: 100_000, after: 50_000 } }]);
    await setPriceBand(context, { ...input, bandPpm: 100_000 });
  });

  // proves 8: err_price_stale
  it('pays no prize while it is not believed: the pick waits with err_price_stale and is paid afterwards', async () => {
    await record();
    const person = await register(app);
    const headers = async () => ({
      ...bearer((await signIn(app, person)).accessToken),
      'idempotency-key': randomBytes(9).toString('hex'),
    });
    const { pool, funnel } = app.context;
    await pool.query(
      `INSERT INTO device (serial, line, host, port, simulated) SELECT 'X2-' || n, 'x2', '127.0.0.1', 4028, true FROM generate_series(1, 10) n`,
    );
    await pool.query(`UPDATE stock SET total = 1 WHERE line = 'x2'`);
    // Nothing but BTC in the deck.
    await pool.query(`UPDATE blessing_prize SET enabled = name = 'BTC'`);
    await keepDaySeeds(app.context);
    const funds = {
      memberId: person.memberId,
      walletId: 1 as const,
      amountUnits: unitsOf('10000'),
      reason: 'test',
      actor: 'operator:test' as const,
    };
    await funnel.run(creditMember(funds));
    const amounts = { [WALLET.USDT]: unitsOf('10000') };
    const input = { page: 'x2' as const, packageId: 5, walletType: 1, quantity: 1, acceptWaiting: false, amounts };
    await funnel.run(subscribeMiner(person.memberId, input, null));
    const asked = await call(app, 'GET', 'package/angpau/packs', undefined, await headers());
    const { id } = asked.body.result as unknown as { id: string };

    await faults({ kind: 'leap', times: 0.001 }, NONE);
    await pass(10_000);
    // The last price is seconds old: as soon as another is told that is not believed, it pays no more.
    await record();
    expect((await priceNow()).ageMs).toBeLessThan(MINUTE_MS);
    const refused = await call(app, 'POST', 'package/angpau/packs/open', { id, index: 4 }, await headers());
    expect([refused.status, refused.body.err_code]).toEqual([503, 'err_price_stale']);

    await faults(NONE, NONE);
    await record();
    const paid = await call(app, 'POST', 'package/angpau/packs/open', { id, index: 4 }, await headers());
    const { pick } = paid.body.result as unknown as { pick: { credited: { wallet: string; price: string } } };
    expect(pick.credited.wallet).toBe('BTC');
    expect(Number(pick.credited.price)).toBe((await priceNow()).dollars);
    await expectCoherentLedger(pool);
  });
});
