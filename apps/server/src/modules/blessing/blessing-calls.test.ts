import { WALLET } from '@minerx/rules/wallet';
import { createHash } from 'node:crypto';
import type { BlessingCard, BlessingPick, BlessingPrize, DaySeed } from '@minerx/contract/blessing';
import { verifyPick } from '@minerx/rules/blessing';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { packsOf, positionOf } from '../../../test/blessing-pool.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, PIN, register, signIn, type Person } from '../../../test/people.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import { keepDaySeeds } from './draw/day-seed.command.ts';
import { setPrize } from './prizes/prize-pool.command.ts';
import { tellBtcPrice } from '../../../test/btc-price.ts';

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> => createHash('sha256').update(bytes).digest();

interface Told {
  total_chance: number;
  remain_chance: number;
  member_seed: string | null;
  total_order: number;
  id?: string;
  angpau: BlessingCard[];
  data: never;
  commitment: string;
  pick: BlessingPick;
  version: string;
  prize: BlessingPrize[];
  paginator: { page: number; pageSize: number; total: number };
}

describe('the calls of Raya Blessings', () => {
  let app: TestApp;
  let memberId: bigint;
  let person: Person & { memberId: bigint };
  let token: string;
  let keys = 0;
  beforeAll(async () => {
    app = await testApp();
    person = await register(app);
    ({ memberId } = person);
    token = (await signIn(app, person)).accessToken;
    const { pool, funnel } = app.context;
    await pool.query(
      `INSERT INTO device (serial, line, host, port, simulated) SELECT 'X2-' || n, 'x2', '127.0.0.1', 4028, true FROM generate_series(1, 100) n`,
    );
    await pool.query(`UPDATE stock SET total = 10 WHERE line = 'x2'`);
    await tellBtcPrice(pool, app.clock.now(), unitsOf('64000'));
    const funds = {
      memberId,
      walletId: 1 as const,
      amountUnits: unitsOf('200000'),
      reason: 'test',
      actor: 'operator:test' as const,
    };
    await funnel.run(creditMember(funds));
    const amounts = { [WALLET.USDT]: unitsOf('20000') };
    await keepDaySeeds(app.context);
    // Ten picks, two orders.
    await pool.query('UPDATE miner_package SET free_blessings = 5 WHERE id = 5');
    const input = { page: 'x2' as const, packageId: 5, walletType: 1, quantity: 2, acceptWaiting: false, amounts };
    await funnel.run(subscribeMiner(memberId, input, null));
  });
  afterAll(async () => {
    await expectCoherentLedger(app.context.pool);
    await app.close();
  });

  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key = `test-key-${(keys += 1)}`) => {
    const answer = await call(app, method, path, body, { ...bearer(token), 'idempotency-key': key });
    return { ...answer, result: answer.body.result as unknown as Told };
  };
  /** The same hour of the day after, committed to a day ahead; somebody who signs in anew. */
  const nextDay = async () => {
    app.clock.advance(86_400_000);
    await keepDaySeeds(app.context);
    app.context.bus.publish('settings_changed', { key: 'a day has passed' });
    token = (await signIn(app, person)).accessToken;
  };
  const shown = async (id: string) => (await ask('POST', 'package/angpau/packs/getById', { id })).result;

  // proves 7: GET package/angpau/packs
  it('count the chances and name the pack to open next', async () => {
    const { result } = await ask('GET', 'package/angpau/packs');
    const [first] = await packsOf(app.context.pool, memberId, app.context.env.pepper);
    expect(result).toEqual({ total_chance: 10, remain_chance: 10, total_order: 2, id: first!.id, member_seed: null });
  });

  // proves 7: POST package/angpau/packs/getById
  it('show a closed pack as nine equal backs and a commitment, and tell nothing of what lies where', async () => {
    const [first, second] = await packsOf(app.context.pool, memberId, app.context.env.pepper);
    const answer = await ask('POST', 'package/angpau/packs/getById', { id: first!.id });
    const backs = Array.from({ length: 9 }, (_, index) => ({
      angpau_id: index + 1,
      angpau_name: '',
      angpau_name_zh: '',
    }));
    expect(answer.result).toEqual({
      angpau: backs,
      data: { angpau_order_status: 1 },
      commitment: first!.commitment,
      pick: null,
    });
    expect(answer.text).not.toContain(first!.salt);
    // But for the commitment it is the same answer for every pack.
    const masked = (text: string, { commitment }: { commitment: string | null }) => text.replace(commitment!, '');
    const other = await ask('POST', 'package/angpau/packs/getById', { id: second!.id });
    expect(masked(answer.text, first!)).toBe(masked(other.text, second!));
    const somebody = await signIn(app, await register(app));
    const theirs = await call(
      app,
      'POST',
      'package/angpau/packs/getById',
      { id: first!.id },
      bearer(somebody.accessToken),
    );
    expect([theirs.status, theirs.body.err_code]).toEqual([404, 'err_not_found']);
  });

  // proves 7: POST package/angpau/packs/open
  // proves 8: err_opened_pack
  // proves 4: Raya: opening once
  // proves 9: Raya: order status 9 is an opened pick
  it('open a pack at the tapped card: what was paid is what lay there, and everything is shown for the proof', async () => {
    const { id } = (await ask('GET', 'package/angpau/packs')).result;
    const { commitment } = await shown(id!);
    const opened = await ask('POST', 'package/angpau/packs/open', { id, index: 6 }, 'key-of-this-pick');
    expect(opened.status).toBe(200);
    const { data, angpau, pick } = opened.result;
    expect(data).toBe(7);
    expect(angpau[6]).toEqual({
      angpau_id: 7,
      angpau_name: pick.angpau_name,
      angpau_name_zh: pick.angpau_name_zh,
    });
    expect(angpau.every(({ angpau_name, angpau_name_zh }) => angpau_name !== '' && angpau_name_zh !== '')).toBe(true);
    expect(pick).toMatchObject({ id, index: 6, commitment, angpau_order_used_date: '2026-11-20T12:00:00.000Z' });
    const { deck, salt, index, angpau_name: name, angpau_name_zh: amount } = pick;
    expect(await verifyPick({ packId: id!, commitment, deck, salt, index, name, amount }, sha256)).toBe('proven');
    // A lost answer is asked for again.
    const again = await ask('POST', 'package/angpau/packs/open', { id, index: 6 }, 'key-of-this-pick');
    expect(again.text).toBe(opened.text);
    const second = await ask('POST', 'package/angpau/packs/open', { id, index: 2 });
    expect([second.status, second.body.err_code]).toEqual([409, 'err_opened_pack']);
    expect(await shown(id!)).toEqual({ angpau, data: { angpau_order_status: 9 }, commitment, pick });
    expect((await ask('GET', 'package/angpau/packs')).result).toMatchObject({ total_chance: 10, remain_chance: 9 });
  });

  it('give the code of a won voucher to its owner, and the state of what people hand over', async () => {
    const all = [...(await packsOf(app.context.pool, memberId, app.context.env.pepper))].slice(1);
    const withPackage = all.find((pack) => positionOf(pack, 'Miner X Package') >= 0);
    if (withPackage) {
      const input = { id: withPackage.id, index: positionOf(withPackage, 'Miner X Package') };
      const { pick } = (await ask('POST', 'package/angpau/packs/open', input)).result;
      expect(pick).toMatchObject({ credited: null, voucher_redeemed: false, fulfilment_status: null });
      const redeemed = await ask('POST', 'voucher/package/redeem', { voucher_code: pick.voucher_code });
      expect(redeemed.result.data).toBe(pick.angpau_name_zh);
      expect((await shown(input.id)).pick.voucher_redeemed).toBe(true);
    }
    const journey = all.find((pack) => pack !== withPackage && positionOf(pack, 'Phuket') >= 0);
    if (journey) {
      const input = { id: journey.id, index: positionOf(journey, 'Phuket') };
      const { pick } = (await ask('POST', 'package/angpau/packs/open', input)).result;
      expect(pick).toMatchObject({ credited: null, voucher_code: null, fulfilment_status: 0 });
    }
  });

  // proves 7: POST package/angpau/packs/history
  it('list the picks, newest first, eight a page', async () => {
    for (;;) {
      const { id } = (await ask('GET', 'package/angpau/packs')).result;
      if (id === undefined) break;
      app.clock.advance(1000);
      expect((await ask('POST', 'package/angpau/packs/open', { id, index: 0 })).status).toBe(200);
    }
    const first = (await ask('POST', 'package/angpau/packs/history', {})).result;
    const second = (await ask('POST', 'package/angpau/packs/history', { page: 2 })).result;
    const [a, b] = [first.data, second.data] as unknown as [BlessingPick[], BlessingPick[]];
    expect([a.length, b.length]).toEqual([8, 2]);
    expect(first.paginator).toEqual({ page: 1, pageSize: 8, total: 10 });
    const dates = [...a, ...b].map(({ angpau_order_used_date }) => angpau_order_used_date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect((await ask('GET', 'package/angpau/packs')).result).toEqual({
      total_chance: 10,
      remain_chance: 0,
      total_order: 2,
      member_seed: null,
    });
  });

  // proves 7: GET package/angpau/seeds
  // proves 7: POST package/angpau/seed
  it("tell what draws each day, and take the member's own seed, which orders do not replace", async () => {
    const { seed } = (await ask('GET', 'package/angpau/seeds')).result as unknown as { seed: DaySeed[] };
    expect(seed.map(({ day, seed: shown }) => [day, shown])).toEqual([
      ['2026-11-21', null],
      ['2026-11-20', null],
    ]);
    expect(seed[0]!.commitment).toMatch(/^[0-9a-f]{64}$/);
    const seedNow = async () => (await ask('GET', 'package/angpau/packs')).result.member_seed;
    const buyWith = (angpau_seed: string) =>
      ask('POST', 'package/purchase2', {
        package: 5,
        wallet_type: 1,
        quantity: 1,
        amount1: '10000',
        accept_waiting: true,
        member_security_pin: PIN,
        angpau_seed,
      });
    // Seeds alone: no more picks to open.
    await app.context.pool.query('UPDATE miner_package SET free_blessings = 0 WHERE id = 5');
    const refused = await buyWith('two words');
    expect([refused.status, refused.body.err_fields]).toEqual([400, { angpau_seed: 'err_format' }]);
    await buyWith('fresh-from-the-browser');
    expect(await seedNow()).toBe('fresh-from-the-browser');
    expect((await ask('POST', 'package/angpau/seed', { seed: 'äh' })).status).toBe(400);
    expect((await ask('POST', 'package/angpau/seed', { seed: 'lucky-13' })).status).toBe(200);
    await buyWith('another');
    expect(await seedNow()).toBe('lucky-13');
  });

  // proves 7: package/angpau/prizes
  it("publish the prizes of today's table with their odds, which sum to one, and follow the operator when the day comes", async () => {
    const { result } = await ask('GET', 'package/angpau/prizes');
    expect(result).toMatchObject({
      grand_blessing: '8888',
      total_value: '1888888',
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
      expected_value: expect.stringMatching(/^\d+(\.\d{1,2})?$/),
    });
    const facts = result.prize.map((prize) => [
      prize.angpau_name,
      prize.amount_min,
      prize.amount_max,
      prize.prize_total,
    ]);
    expect(facts).toEqual([
      ['Cryptopreneur Package', '10000', '10000', null],
      ['BTC', '28', '8888', null],
      ['CW', '28', '8888', null],
      ['RW', '28', '8888', null],
      ['Builder Package', '5000', '5000', null],
      ['Dubai', '2888', '2888', 66],
      ['Miner X Package', '100', '1000', null],
      ['Phuket', '888', '888', 66],
    ]);
    const tiers = result.prize.flatMap(({ tier }) => tier);
    expect(tiers).toHaveLength(15);
    for (const sum of [tiers, result.prize].map((rows) => rows.reduce((all, { odds }) => all + Number(odds), 0)))
      expect(sum).toBeCloseTo(1, 6);
    const { seed } = (await ask('GET', 'package/angpau/seeds')).result as unknown as { seed: DaySeed[] };
    const version = async () => (await ask('GET', 'package/angpau/prizes')).result.version;
    expect(seed.map(({ day, table }) => [day, table])).toEqual([
      ['2026-11-21', await version()],
      ['2026-11-20', await version()],
    ]);
    await setPrize(app.context, { id: 11, enabled: false, actor: 'operator:test', reason: 'test' });
    expect(await version()).toBe(seed[0]!.table);
    await nextDay();
    expect(await version()).toBe(seed[0]!.table);
    await nextDay();
    const after = (await ask('GET', 'package/angpau/prizes')).result;
    expect(after.version).not.toBe(seed[0]!.table);
    expect(after.prize.map(({ angpau_name }) => angpau_name)).not.toContain('Dubai');
  });

  it('answer ids of nothing like missing ones', async () => {
    for (const id of ['nothing', '01900000-0000-7000-8000-000000000000']) {
      const found = await ask('POST', 'package/angpau/packs/getById', { id });
      expect([found.status, found.body.err_code]).toEqual([404, 'err_not_found']);
      const opened = await ask('POST', 'package/angpau/packs/open', { id, index: 0 });
      expect([opened.status, opened.body.err_code]).toEqual([404, 'err_not_found']);
    }
  });

  // proves 8: err_no_angpau_prize
  it('have no prize to give while the pool cannot fill a deck, and say so', async () => {
    const { pool, funnel } = app.context;
    await pool.query('UPDATE blessing_prize SET enabled = false');
    await nextDay();
    await nextDay();
    await pool.query('UPDATE miner_package SET free_blessings = 1 WHERE id = 5');
    const amounts = { [WALLET.USDT]: unitsOf('10000') };
    const input = { page: 'x2' as const, packageId: 5, walletType: 1, quantity: 1, acceptWaiting: false, amounts };
    await funnel.run(subscribeMiner(memberId, input, null));
    const { id } = (await ask('GET', 'package/angpau/packs')).result;
    expect(await shown(id!)).toMatchObject({ commitment: '', data: { angpau_order_status: 1 }, pick: null });
    const refused = await ask('POST', 'package/angpau/packs/open', { id, index: 0 });
    expect([refused.status, refused.body.err_code]).toEqual([422, 'err_no_angpau_prize']);
    await pool.query('UPDATE blessing_prize SET enabled = true');
    await nextDay();
    expect((await shown(id!)).commitment).toBe('');
    await nextDay();
    expect((await shown(id!)).commitment).toMatch(/^[0-9a-f]{64}$/);
    await tellBtcPrice(pool, app.clock.now());
    expect((await ask('POST', 'package/angpau/packs/open', { id, index: 0 })).status).toBe(200);
  });
});
