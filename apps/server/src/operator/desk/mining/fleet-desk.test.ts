import { operatorFleet, operatorFleetMachines, type FleetMachine } from '@minerx/contract/operator/fleet';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { asOwner, openDesk, type Console } from '../../../../test/operator/operators.ts';
import { rowsRead } from '../../../../test/whole/rows-read.ts';
import { reckonFleet } from '../../../modules/device/fleet.command.ts';
import { listFleetMachines, listFleetSites } from '../../../modules/device/fleet.query.ts';
import { listFleetDevices } from '../../../modules/device/fleet.store.ts';

const MACHINES = 10_000;
const SITES = 40;
const DAY = '2026-11-19';
const KEPT = ['fleet_machine', 'fleet_site', 'device', 'device_state', 'device_day'];

let app: TestApp;
let support: Console;
/**
 * 250 machines at each of forty sites. Of every thousand the first is silent, the second unseen by the pool, the third measured twice what
 * the pool saw, the fourth half of it, the fifth new; all others are even. Days before say the contrary of all.
 */
beforeAll(async () => {
  ({ app, support } = await openDesk('support'));
  const { pool } = app.context;
  await pool.query(
    `INSERT INTO device (serial, line, host, port, simulated, rated_ths, retired_at)
     SELECT 'M' || lpad(n::text, 5, '0'), 'x1', '10.0.' || n / (${MACHINES} / ${SITES}) || '.' || n % 250 + 1, 4000 + n % 2, false, 100,
            CASE WHEN n = ${MACHINES} THEN now() END
       FROM generate_series(0, ${MACHINES}) n`,
  );
  await pool.query(
    `INSERT INTO device_state (device_id, connected, hashrate_ths, polled_at, changed_at)
     SELECT id, substr(serial, 4) <> '000', 100, now(), now() FROM device`,
  );
  await pool.query(
    `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated)
     SELECT d, 'settled', '[]', 0, 1, now(), false FROM generate_series(date '2026-11-10', $1, interval '1 day') d`,
    [DAY],
  );
  await pool.query(
    `INSERT INTO device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)
     SELECT d, id, 0, 0, CASE WHEN d < $1::date THEN 5 ELSE 8640000 * 10::numeric ^ 12 END, 0, 0, 0,
            8640000 * 10::numeric ^ 12 * CASE substr(serial, 4) WHEN '001' THEN NULL WHEN '002' THEN 0.5 WHEN '003' THEN 2 ELSE 1 END, 0, now()
       FROM device CROSS JOIN generate_series(date '2026-11-10', $1::date, interval '1 day') d WHERE substr(serial, 4) <> '004'`,
    [DAY],
  );
  await reckonFleet(app.context);
  // As the database knows them after a while: it decides by what it knows.
  await asOwner(app, ({ pool: owner }) => owner.query(`ANALYZE ${KEPT.join()}`));
}, 120_000);
afterAll(() => app.close());

const pageOf = (query: string) => support.read(operatorFleetMachines, query);
const shapeOf = ({ standing, apart_ppm: apart }: FleetMachine) => [standing, apart];

describe('the map of the fleet', () => {
  // proves 7: GET operator/fleet, GET operator/fleet/machines
  it('adds ten thousand machines up by site, outliers first, and its answer stays small', async () => {
    const answer = await support.ask('GET', operatorFleet.path);
    const { day, band_ppm: band, sites, site_count: count } = await support.read(operatorFleet);
    expect({ day, band, count }).toEqual({ day: DAY, band: 100_000, count: SITES });
    expect(sites.reduce((sum, { standings }) => sum + Object.values(standings).reduce((a, b) => a + b, 0), 0)).toBe(
      MACHINES,
    );
    // One site in four begins a thousand.
    expect(sites.slice(0, 10).map(({ standings }) => standings)).toEqual(
      Array.from({ length: 10 }, () => ({ silent: 1, unseen: 1, apart: 2, new: 1, even: 245 })),
    );
    expect(sites.slice(10).every(({ standings }) => standings.even === 250)).toBe(true);
    expect(sites[0]).toMatchObject({ site: '10.0.0', now_ths: 24_900, measured_ths: 24_900, pool_ths: 24_850 });
    expect(gzipSync(answer.text).length).toBeLessThan(2000);
  });

  it('lists the outliers first, page by page, of all sites or of one', async () => {
    const first = await pageOf('');
    expect(first.rows.map(shapeOf)).toEqual([
      ...Array.from({ length: 10 }, () => ['silent', 0]),
      ...Array.from({ length: 10 }, () => ['unseen', null]),
      ...Array.from({ length: 10 }, () => ['apart', 1_000_000]),
      ...Array.from({ length: 10 }, () => ['apart', -500_000]),
      ...Array.from({ length: 10 }, () => ['new', null]),
    ]);
    expect(first.rows[0]).toMatchObject({ serial: 'M00000', site: '10.0.0', measured_ths: 100, pool_ths: 100 });
    const second = await pageOf(`after=${first.next}`);
    expect(second.rows.map(({ serial }) => serial).slice(0, 2)).toEqual(['M00005', 'M00006']);
    const seen = new Set<string>();
    let next: string | null = '';
    while (next !== null) {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(`site=10.0.4${next && `&after=${next}`}`);
      for (const { serial, site } of page.rows) {
        expect(site).toBe('10.0.4');
        seen.add(serial);
      }
      next = page.next;
    }
    expect(seen.size).toBe(MACHINES / SITES);
    expect(await pageOf('site=nowhere')).toEqual({ rows: [], next: null });
    expect(first.rows).toHaveLength(LIST_ROWS);
    expect((await support.ask('GET', `${operatorFleetMachines.path}?after=somewhere`)).status).toBe(400);
  });

  it('follows what changes, and what is out of service leaves it', async () => {
    const { pool } = app.context;
    await pool.query(
      `UPDATE device_state SET connected = true WHERE device_id = (SELECT id FROM device WHERE serial = 'M00000')`,
    );
    await pool.query(`UPDATE device SET site = 'elsewhere' WHERE serial = 'M00001'`);
    await pool.query(`UPDATE device SET retired_at = now() WHERE serial = 'M00002'`);
    await reckonFleet(app.context);
    const { rows } = await pageOf('');
    expect(rows[0]!.serial).toBe('M01000');
    expect((await pageOf('site=elsewhere')).rows.map(shapeOf)).toEqual([['unseen', null]]);
    const { sites, site_count: count } = await support.read(operatorFleet);
    expect(count).toBe(SITES + 1);
    expect(sites.find(({ site }) => site === '10.0.0')).toMatchObject({
      standings: { silent: 0, unseen: 0, apart: 1, new: 1, even: 246 },
      now_ths: 24_800,
    });
  });

  it('reads a page for a page, and each machine and its newest day once to reckon them, however many days there were', async () => {
    const { pool } = app.context;
    const page = (site?: string) =>
      rowsRead(pool, KEPT, (db) => listFleetMachines(db, { site, after: { rank: 4, closeness: -1, serial: '' } }));
    expect(await page()).toBeLessThanOrEqual(3 * (LIST_ROWS + 1));
    expect(await page('10.0.4')).toBeLessThanOrEqual(MACHINES / SITES + 2 * (LIST_ROWS + 1));
    expect(await rowsRead(pool, KEPT, (db) => listFleetSites(db))).toBeLessThanOrEqual(SITES + 1);
    const all = { day: DAY, after: 0, limit: 2 * MACHINES };
    const reckon = (table: string) => rowsRead(pool, [table], (db) => listFleetDevices(db, all));
    expect(await reckon('device_day')).toBeLessThanOrEqual(MACHINES * 1.05);
    expect(await reckon('device')).toBeLessThanOrEqual(MACHINES * 1.05);
    expect(await reckon('device_state')).toBeLessThanOrEqual(MACHINES * 1.05);
  });
});
