import type { ResultOf } from '@minerx/contract/call';
import { operatorDevice, operatorDevices, type operatorDeviceCheck } from '@minerx/contract/operator/device';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { openConsole, openDesk, runLong, type Console } from '../../../../test/operator/operators.ts';
import { reckonFleet } from '../../../modules/device/fleet.command.ts';
import { register } from '../../../../test/people.ts';

let app: TestApp;
let admin: Console;

beforeAll(async () => {
  ({ app, admin } = await openDesk('admin'));
  const rows = Array.from(
    { length: LIST_ROWS + 5 },
    (_, place) => `D${String(place).padStart(3, '0')},X1,10.0.0.1,${4000 + place},yes`,
  );
  const file = ['serial,line,host,port,simulated', ...rows].join('\n');
  await runLong(app, admin, 'device register', { file, reason: 'test' });
}, 60_000);
afterAll(() => app.close());

const list = (query = '') => admin.read(operatorDevices, query);

describe('devices on the desk', () => {
  // proves 7: GET operator/device/all
  it('stand by serial, page by page, from a serial on, and by whether they answer', async () => {
    const first = await list();
    const second = await list(`after=${first.next}`);
    expect([...first.rows, ...second.rows].map(({ serial }) => serial)).toEqual(
      Array.from({ length: LIST_ROWS + 5 }, (_, place) => `D${String(place).padStart(3, '0')}`),
    );
    expect(second.next).toBeNull();
    expect(first.rows[0]).toMatchObject({ line: 'x1', connected: false, address: '10.0.0.1:4000' });
    expect((await list('state=silent&serial=D052')).rows).toHaveLength(3);
    expect((await list('serial=D052')).rows.map(({ serial }) => serial)).toEqual(['D052', 'D053', 'D054']);
    await app.context.pool.query(
      `INSERT INTO device_state (device_id, connected, hashrate_ths, polled_at) SELECT id, true, 12.5, $1 FROM device WHERE serial = 'D053'`,
      [new Date(app.clock.now())],
    );
    await reckonFleet(app.context);
    expect((await list('state=silent&serial=D052')).rows.map(({ serial }) => serial)).toEqual(['D052', 'D054']);
    expect((await list('serial=D053')).rows[0]).toMatchObject({ connected: true, hashrate_ths: 12.5 });
  });

  // proves 7: GET operator/device
  it('open to where they stand, who has them, how the pool saw them, and what was done', async () => {
    const show = (serial: string) => admin.read(operatorDevice, `serial=${serial}`);
    const { memberId } = await register(app);
    const id = '019aaaaa-0000-7000-8000-000000000001';
    const { pool } = app.context;
    await pool.query(
      `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, created_at)
       SELECT $1, 'MX1', 'X1-1', $2, id, 2, 1, 1, 1, now() FROM miner_package WHERE id = 1`,
      [id, memberId],
    );
    await pool.query(
      `INSERT INTO allocation (order_id, device_id, share_tenths) SELECT $1, id, 10 FROM device WHERE serial = 'D053'`,
      [id],
    );
    await pool.query(
      `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated)
       SELECT day, 'settled', '[]', 0, 1, now(), true FROM unnest('{2026-11-17,2026-11-18,2026-11-19}'::date[]) AS day`,
    );
    await pool.query(
      `INSERT INTO device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)
       SELECT '2026-11-19', id, p, s, (p + 1) * 43200 * 10::numeric ^ 12, 0, 0, 0, 90000 * 10::numeric ^ 12, 0, now()
         FROM device CROSS JOIN generate_series(0, 1) AS p CROSS JOIN generate_series(0, 1) AS s WHERE serial = 'D053'`,
    );
    await pool.query(
      `INSERT INTO device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)
       SELECT day, id, 0, 0, 410 * 10::numeric ^ 12, 0, 0, 0, seen * 10::numeric ^ 12, 0, now()
         FROM device CROSS JOIN (VALUES (date '2026-11-18', 350), (date '2026-11-17', NULL)) AS d (day, seen) WHERE serial = 'D053'`,
    );
    // Of a day that was corrected the last word counts; both stretches make it.
    expect(await show('D053')).toMatchObject({
      device: { serial: 'D053', connected: true },
      site: '10.0.0',
      holders: [{ order: 'MX1', share_tenths: 10, member_id: memberId.toString() }],
      // By the hashes: the rounded Th/s of the second day are even.
      days: [
        { day: '2026-11-19', measured_ths: 2, pool_ths: 1.041, apart_ppm: 920_000 },
        { day: '2026-11-18', measured_ths: 0.004, pool_ths: 0.004, apart_ppm: 171_428 },
        { day: '2026-11-17', measured_ths: 0.004, pool_ths: null, apart_ppm: null },
      ],
      retired_at: null,
    });
    await admin.run('device move', { serial: 'D000', host: '10.0.7.7', reason: 'another rack' });
    expect(await show('D000')).toMatchObject({
      device: { address: '10.0.7.7:4028' },
      holders: [],
      audit: [{ action: 'device.move', reason: 'another rack' }],
    });
    expect((await admin.ask('GET', 'operator/device?serial=none')).status).toBe(404);
  });

  // proves 7: POST operator/device/check
  it('are checked as a list, row by row, and nothing is changed', async () => {
    const check = async (...rows: string[]) => {
      const file = ['serial,line,host,port', ...rows].join('\n');
      const { body, text } = await admin.ask('POST', 'operator/device/check', { file });
      if (!body.result) throw new Error(text);
      return body.result as unknown as ResultOf<typeof operatorDeviceCheck>;
    };
    const { rows: before } = await app.context.pool.query('SELECT count(*) FROM device');
    expect((await check('N1,x1,10.4.0.1,1', 'N 2,x1,10.4.0.2,1', 'N3,x9,10.4.0.3,1')).problems).toEqual([
      { row: 2, problem: 'serial "N 2" is not usable' },
      { row: 3, problem: 'line "x9" is neither x1 nor x2' },
    ]);
    expect((await check('N1,x1,10.4.0.1,1', 'N2,x1,10.0.0.1,4005')).problems).toEqual([
      { row: 2, problem: 'N2: 10.0.0.1:4005 is the address of D005' },
    ]);
    expect(await check('N1,x1,10.4.0.1,1', 'D005,x1,10.0.0.1,4005')).toMatchObject({
      count: 2,
      known: 1,
      problems: [],
      devices: [
        { row: 1, serial: 'N1', known: false },
        { row: 2, serial: 'D005', known: true },
      ],
    });
    expect((await check()).problems).toEqual([{ row: null, problem: 'the list is empty' }]);
    expect((await app.context.pool.query('SELECT count(*) FROM device')).rows).toEqual(before);
    const support = await openConsole(app, 'support');
    expect((await support.ask('POST', 'operator/device/check', { file: 'x' })).status).toBe(403);
  });
});
