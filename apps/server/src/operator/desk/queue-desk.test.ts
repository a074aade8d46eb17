import { operatorFulfilment, operatorFulfilments } from '@minerx/contract/operator/fulfilment';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorOutbox } from '@minerx/contract/operator/outbox';
import { operatorSettlement, operatorSettlements } from '@minerx/contract/operator/settlement';
import { operatorWaiting } from '@minerx/contract/operator/waiting';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { openConsole, openDesk, resultOf, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';

let app: TestApp;
let support: Console;
let admin: Console;

beforeAll(async () => {
  ({ app, admin, support } = await openDesk('admin', 'support'));
}, 60_000);
afterAll(() => app.close());

const statusOf = async (path: string): Promise<number> => (await support.ask('GET', path)).status;
const uuid = (place: number): string => `019aaaaa-0000-7000-8000-${String(place).padStart(12, '0')}`;

describe('days of the settlement', () => {
  const list = (query = '') => support.read(operatorSettlements, query);

  beforeAll(async () => {
    // Newest first: the 19th provisional, the 18th far from the payout, then settled ones; one of them put right.
    await app.context.pool.query(
      `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated, updated_at)
       SELECT '2026-11-19'::date - d, CASE d WHEN 0 THEN 'provisional' ELSE 'settled' END, '[]', 20000, 9500000000000, '2026-11-20', d = 1, '2026-11-20T01:00:00Z'
         FROM generate_series(0, $1::integer) AS d`,
      [LIST_ROWS + 2],
    );
    await app.context.pool.query(
      `INSERT INTO settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at, open_devices)
       SELECT day, p, p, 1000 + p, 100000, 1, 2, updated_at, CASE state WHEN 'provisional' THEN 3 ELSE 0 END
         FROM settlement_day CROSS JOIN generate_series(0, 1) AS p WHERE p = 0 OR day = '2026-11-17'`,
    );
    await app.context.pool.query(
      `INSERT INTO settlement_alarm (day, payout_part, formula_sat, payout_sat, band_ppm, told_at) VALUES ('2026-11-18', 0, 5000, 1000, 250000, now())`,
    );
  });

  it('say of a payout that is proposed that another operator has to agree, and of no other day', async () => {
    const day = '2026-11-17';
    const nexts = async () => (await list()).rows.slice(0, 3).map(({ day: each, next }) => [each, next] as const);
    const before = await nexts();
    expect(await support.read(operatorSettlement, `day=${day}`)).toMatchObject({ day: { next: null }, proposals: [] });
    // Typed with a space.
    const values = { day: `${day} `, amount: '0.00002', reason: 'the page of the pool says so' };
    const [id] = /[0-9a-f-]{36}/.exec(resultOf(await admin.run('settlement payout', values)).lines[0]!)!;
    expect(await support.read(operatorSettlement, `day=${day}`)).toMatchObject({
      day: { next: 'agree' },
      proposals: [{ id, action: 'settlement payout', input: values }],
    });
    expect((await support.read(operatorSettlement, 'day=2026-11-18')).proposals).toEqual([]);
    expect(await nexts()).toEqual(before.map(([each, next]) => [each, each === day ? 'agree' : next]));
    await admin.run('proposal decline', { id, reason: 'a slip' });
    expect(await nexts()).toEqual(before);
  });

  // proves 7: GET operator/settlement/all
  it('stand newest first, page by page, each with its state, what was put right, and what is to be done', async () => {
    const first = await list();
    const second = await list(`after=${first.next}`);
    expect([...first.rows, ...second.rows]).toHaveLength(LIST_ROWS + 3);
    expect(second.next).toBeNull();
    expect(first.rows.slice(0, 3)).toMatchObject([
      { day: '2026-11-19', state: 'provisional', next: 'decide', open_devices: 3, share: 0.5, price: '95000' },
      { day: '2026-11-18', state: 'settled', next: 'look', far: true, formula: '0.00005', simulated: true },
      { day: '2026-11-17', state: 'settled', next: null, corrections: 1, paid: '0.00001001' },
    ]);
    expect(first.rows[0]?.since).toBe('2026-11-20T01:00:00.000Z');
    for (const after of ['yesterday', '2026-13-45', '0000-00-00'])
      expect(await statusOf(`operator/settlement/all?after=${after}`)).toBe(400);
    // A day that is over, on which machines worked and of which nothing is fixed, stands above all.
    await app.context.pool.query(`SELECT ensure_device_minute_day('2026-11-21')`);
    await app.context.pool.query(
      `INSERT INTO device (serial, line, host, port, simulated) VALUES ('W1', 'x1', '10.1.1.1', 4028, true)`,
    );
    await app.context.pool.query(
      `INSERT INTO device_minute (day, device_id, minute, hashes, covered_s, down_s, blind_s) SELECT '2026-11-21', id, 0, 1, 60, 0, 0 FROM device WHERE serial = 'W1'`,
    );
    app.clock.set('2026-11-22T00:30:00Z');
    [admin, support] = [await openConsole(app, 'admin'), await openConsole(app, 'support')];
    expect((await list()).rows[0]).toMatchObject({ day: '2026-11-21', state: 'waiting', next: 'wait', paid: null });
  });

  it('are found by what they wait for, and a correction that is being paid waits in a queue', async () => {
    const daysOf = async (state: string) => (await list(`state=${state}`)).rows.map(({ day }) => day);
    const queued = async () =>
      (await support.read(operatorWaiting)).queues.find(({ queue }) => queue === 'corrections');
    await app.context.pool.query(
      `INSERT INTO settlement_summary (day, formula_sat, credited_sat, correction_sat, unseen_devices, outlying, machines)
       VALUES ('2026-11-17', 5000, 900, 25, 0, 4, '[]'), ('2026-11-16', 5000, 900, 0, 0, 0, '[]')`,
    );
    expect(await daysOf('open')).toEqual(['2026-11-21', '2026-11-19']);
    expect(await daysOf('far')).toEqual(['2026-11-18']);
    expect((await list('state=corrected')).rows).toMatchObject([
      { day: '2026-11-17', corrected: '0.00000025', outliers: 4 },
    ]);
    expect(await queued()).toMatchObject({ count: 0, oldest_at: null });
    await app.context.pool.query(`UPDATE settlement_day SET state = 'correcting' WHERE day = '2026-11-16'`);
    expect(await daysOf('corrected')).toEqual(['2026-11-17', '2026-11-16']);
    expect(await queued()).toEqual({ queue: 'corrections', count: 1, oldest_at: '2026-11-20T01:00:00.000Z' });
    await app.context.pool.query(`UPDATE settlement_day SET state = 'settled' WHERE day = '2026-11-16'`);
  });

  // proves 7: GET operator/settlement
  it('open to their money, the machines that the pool cut or filled most, and what was done', async () => {
    await app.context.pool.query(
      `INSERT INTO device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)
       SELECT '2026-11-18', id, 0, 0, 5, 0, 2, 0, 3, 0, now() FROM device WHERE serial = 'W1'`,
    );
    const day = await support.read(operatorSettlement, 'day=2026-11-18');
    expect(day).toMatchObject({
      day: { day: '2026-11-18', far: true },
      alarm: { formula: '0.00005', payout: '0.00001' },
      machines: [{ serial: 'W1', measured: '5', cut: '2', pool: '3' }],
      machine_count: 1,
      payouts: [],
      rest: null,
      pool_fee_ppm: 20_000,
    });
    expect(await statusOf('operator/settlement?day=2020-01-01')).toBe(404);
    for (const day of ['yesterday', '2026-13-45', '0000-00-00'])
      expect(await statusOf(`operator/settlement?day=${day}`)).toBe(400);
  });
});

describe('prizes to hand over', () => {
  const list = (query = '') => support.read(operatorFulfilments, query);

  // proves 7: GET operator/fulfilment/all
  // proves 7: GET operator/fulfilment
  it('wait the oldest first, open to whom they belong, and are noted when they were handed over', async () => {
    const { memberId, email } = await register(app);
    const owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    // A list of them without the orders, decks and draws that lead to each.
    await owner.query('SET session_replication_role = replica');
    await owner.query(
      `INSERT INTO blessing_prize (id, name, min_units, max_units, weight) VALUES (77, 'Dubai', 288800000000, 288800000000, 1)`,
    );
    const ids = Array.from({ length: LIST_ROWS + 2 }, (_, place) => uuid(place));
    await owner.query(
      `INSERT INTO blessing_card (pack_id, position, prize_id, amount_units) SELECT p, 4, 77, 288800000000 FROM unnest($1::uuid[]) AS p`,
      [ids],
    );
    await owner.query(
      `INSERT INTO blessing_pick (pack_id, position, member_id, picked_at) SELECT p, 4, $2, '2026-11-20' FROM unnest($1::uuid[]) AS p`,
      [ids, memberId],
    );
    // All at one moment: the pack says which stands first.
    await owner.query(
      `INSERT INTO blessing_fulfilment (pack_id, created_at) SELECT p, '2026-11-20' FROM unnest($1::uuid[]) AS p`,
      [ids.toReversed()],
    );
    await owner.end();
    const first = await list();
    const second = await list(`after=${first.next}`);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect(first.rows[0]).toMatchObject({ prize: 'Dubai', amount: '2888', done_at: null });
    expect(JSON.stringify(first)).not.toContain(email);
    const queue = await support.read(operatorWaiting);
    expect(queue.queues.find((each) => each.queue === 'prizes')?.count).toBe(ids.length);

    const shown = await support.read(operatorFulfilment, `id=${ids[3]}`);
    expect(shown).toMatchObject({ email, member_id: memberId.toString(), fulfilment: { id: ids[3] } });
    const { rows } = await app.context.pool.query(
      `SELECT actor FROM audit WHERE action = 'operator.look' AND subject = 'fulfilment show'`,
    );
    expect(rows).toHaveLength(1);
    const given = { id: ids[3]!, note: 'Flight booked', reason: 'test' };
    expect((await support.run('fulfilment done', given)).text).toContain('Noted');
    expect((await list()).rows.map(({ id }) => id)).not.toContain(ids[3]);
    expect((await list('state=done')).rows).toMatchObject([
      { id: ids[3], note: 'Flight booked', done_by: 'operator:support@minerx.test' },
    ]);
    // A second press learns who was first; what was noted by mistake is taken back, and waits in its place again.
    const again = await support.run('fulfilment done', given);
    expect(again.text).toMatch(/"refused".*already, by operator:support@minerx.test at 2026-/);
    const [handedOver] = (await list('state=done')).rows;
    const undo = { id: ids[3]!, 'handed-over': handedOver!.done_at!, reason: 'the wrong row' };
    expect((await support.run('fulfilment undo', { ...undo, 'handed-over': 'noon' })).text).toContain('is no time');
    expect((await support.run('fulfilment undo', undo)).text).toContain('waits');
    expect((await support.run('fulfilment undo', undo)).text).toContain('look at it again');
    expect((await list()).rows.map(({ id }) => id)).toContain(ids[3]);
    expect((await list('state=done')).rows).toEqual([]);
    const { audit } = await support.read(operatorFulfilment, `id=${ids[3]}`);
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['fulfilment.done', 'fulfilment.undo']));
    expect(await statusOf('operator/fulfilment?id=nothing')).toBe(404);
  });
});

describe('work that was given up', () => {
  const list = (query = '') => support.read(operatorOutbox, query);

  // proves 7: GET operator/outbox/all
  it('stands latest first, goes on where a row was tried again meanwhile, and shows no link and no code', async () => {
    await app.context.pool.query('DELETE FROM outbox');
    await app.context.pool.query(
      `INSERT INTO outbox (topic, payload, created_at, not_before, attempts, last_error, given_up_at)
       SELECT 'mail', '{"template": "reset_link", "link": "https://secret"}', '2026-11-20', '2026-11-20', 9, 'refused', '2026-11-21T00:00:00.123Z'::timestamptz - (i / 10) * interval '1 minute'
         FROM generate_series(0, $1::integer) AS i`,
      [LIST_ROWS + 3],
    );
    const first = await list();
    expect(first.rows).toHaveLength(LIST_ROWS);
    expect(first.rows[0]).toMatchObject({ topic: 'mail', template: 'reset_link', attempts: 9, last_error: 'refused' });
    expect(JSON.stringify(first)).not.toContain('secret');
    const last = first.rows.at(-1)!;
    expect((await support.run('outbox retry', { id: last.id, reason: 'r' })).status).toBe(403);
    expect((await admin.run('outbox retry', { id: last.id, reason: 'the mail host is back' })).text).toContain(
      'is tried again',
    );
    const second = await list(`after=${first.next}`);
    const all = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(new Set(all).size).toBe(LIST_ROWS + 4);
    expect((await list()).rows.map(({ id }) => id)).not.toContain(last.id);
    expect(await statusOf('operator/outbox/all?after=x')).toBe(400);
  });
});
