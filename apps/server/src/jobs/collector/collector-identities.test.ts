import { HOUR_MS } from '@minerx/rules/duration';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { createLocalBus } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAnswers, recordPoolSight, recountStock } from '../../modules/device/device-stock.command.ts';
import { listDevices } from '../../modules/device/device.query.ts';
import { findWhoseWorkers } from '../../modules/device/device-sight.store.ts';
import { listDevicesWithState } from '../../modules/device/device-list.query.ts';
import { moveDevice } from '../../modules/device/change-device.command.ts';
import { KnownDevice, registerDevices } from '../../modules/device/register-devices.command.ts';
import { pollDevice } from '../../outside/hashrate/cgminer.ts';
import { askIdentity } from '../../outside/hashrate/cgminer-identity.ts';
import { createFleet } from './collector-fleet.ts';
import { askIdentities } from './collector-identities.ts';

const WHY = { actor: 'operator:test' as const, reason: 'r' };

let database: TestDatabase;
let simulator: Simulator;
let context: Context;
let now = Date.parse('2026-11-20T12:00:00Z');
let places: { serial: string; host: string; port: number }[];
/** What the pool tells instead of a worker for each. */
let workers: { name: string; state: string; lastShareAt: number }[] | null = null;

const listed = (index: number, serial = places[index]!.serial) => ({
  ...places[index]!,
  serial,
  line: 'x1' as const,
  simulated: true,
});
const ask = (suspects: readonly number[] = []) =>
  askIdentities(context, suspects, (work) => inTransaction(database.pool, work), { timeoutMs: 2000 });
const rowOf = async (serial: string) =>
  (
    await database.pool.query(
      `SELECT id, mac, machine_serial, pool_worker, exchanged_at, (SELECT serial FROM device o WHERE o.id = d.same_as) AS same_as FROM device d WHERE serial = $1`,
      [serial],
    )
  ).rows[0]!;
const mails = async (): Promise<string[]> =>
  (
    await database.pool.query<{ text: string }>(
      `SELECT payload->>'text' AS text FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    )
  ).rows.map(({ text }) => text);

beforeAll(async () => {
  database = await testDatabase();
  simulator = await startSimulator('fleet', ['--devices', '8', '--outages-per-mille', '0']);
  await simulator.control('/clock', { at: new Date(now).toISOString() });
  places = (await simulator.ask('/devices')) as typeof places;
  context = {
    pool: database.pool,
    log: pino({ level: 'silent' }),
    clock: { now: () => now },
    bus: createLocalBus(),
    outside: {
      pool: {
        simulated: true,
        workers: async () =>
          workers ?? places.map(({ serial }) => ({ name: `acct.farm.${serial}`, state: 'alive', lastShareAt: now })),
      },
    },
  } as unknown as Context;
  await simulator.control('/dialect', { serial: places[1]!.serial, dialect: 'avalon' });
  await simulator.control('/dialect', { serial: places[2]!.serial, dialect: 'whatsminer' });
});
afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

describe('who answers', () => {
  it('is learnt from what each firmware tells: pool worker, MAC, serial', async () => {
    await registerDevices(
      context,
      [0, 1, 2].map((index) => listed(index)),
      WHY,
    );
    expect((await ask()).news).toEqual([]);
    const [plain, avalon, whatsminer] = await Promise.all([0, 1, 2].map((index) => rowOf(places[index]!.serial)));
    expect(plain).toMatchObject({ mac: null, machine_serial: null, pool_worker: `acct.${places[0]!.serial}` });
    expect(avalon).toMatchObject({ mac: expect.stringMatching(/^b4[0-9a-f]{10}$/), machine_serial: null });
    expect(whatsminer).toMatchObject({
      mac: expect.stringMatching(/^c4[0-9a-f]{10}$/),
      machine_serial: expect.stringMatching(/^HTM3X/),
    });
    // Nobody is asked again before it is due.
    const { rows } = await database.pool.query('SELECT identity_at FROM device');
    now += 5 * HOUR_MS;
    await ask();
    expect((await database.pool.query('SELECT identity_at FROM device')).rows).toEqual(rows);
    now += 2 * HOUR_MS;
    await ask();
    expect(Number((await database.pool.query('SELECT min(identity_at) AS at FROM device')).rows[0]!.at)).toBe(now);
  });

  it('is refused at registration when the machine is known, or tells the same as another of the list', async () => {
    await simulator.control('/twin', { serial: places[3]!.serial, of: places[1]!.serial });
    const identities = new Map([['NEW', (await askIdentity(listed(3)))!]]);
    await expect(registerDevices(context, [listed(3, 'NEW')], WHY, identities)).rejects.toThrow(
      `NEW: the machine at ${places[3]!.host}:${places[3]!.port} is ${places[1]!.serial} (MAC b4`,
    );
    const twice = new Map([0, 1].map((n) => [`N${n}`, { mac: null, machineSerial: null, poolWorker: 'acct.one' }]));
    await expect(registerDevices(context, [listed(4, 'N0'), listed(5, 'N1')], WHY, twice)).rejects.toThrow(KnownDevice);
    expect(await rowOf('NEW')).toBeUndefined();
  });

  it('at a second address is told, is no stock, is not measured and has no figure of the pool; its own machine brings it back', async () => {
    // It did not answer while it was registered.
    await registerDevices(context, [listed(3)], WHY);
    const { id } = await rowOf(places[3]!.serial);
    expect((await ask()).news).toEqual([{ serial: places[3]!.serial, news: 'doubled', sameAs: places[1]!.serial }]);
    expect((await mails()).at(-1)).toContain(`${places[3]!.serial}: the machine of ${places[1]!.serial} answers`);
    expect((await listDevices(database.pool)).map((device) => device.id)).not.toContain(id);
    const all = (await database.pool.query<{ id: number }>('SELECT id FROM device')).rows;
    await recordAnswers(
      context,
      all.map((device) => device.id),
      new Date(now),
    );
    await recordPoolSight(context);
    await recountStock(context);
    expect(
      (await database.pool.query('SELECT serial FROM device JOIN device_stock ON device_id = id WHERE NOT in_stock'))
        .rows,
    ).toEqual([{ serial: places[3]!.serial }]);
    expect(
      (await listDevicesWithState(database.pool)).find(({ serial }) => serial === places[3]!.serial),
    ).toMatchObject({
      sameAs: places[1]!.serial,
    });
    // Told once, not at every question.
    now += HOUR_MS;
    expect((await ask()).news).toEqual([]);
    await simulator.control('/twin', { serial: places[3]!.serial, of: null });
    now += HOUR_MS;
    expect((await ask()).news).toEqual([{ serial: places[3]!.serial, news: 'single', sameAs: null }]);
    // One that comes and goes is not mailed each time.
    const told = (await mails()).length;
    for (const of of [places[1]!.serial, null]) {
      await simulator.control('/twin', { serial: places[3]!.serial, of });
      now += HOUR_MS;
      expect((await ask([id])).news).toHaveLength(1);
    }
    expect(await mails()).toHaveLength(told);
    expect(await rowOf(places[3]!.serial)).toMatchObject({ same_as: null, pool_worker: `acct.${places[3]!.serial}` });
    const { rows } = await database.pool.query(
      'SELECT counter_hashes, answered_at FROM device_state WHERE device_id = $1',
      [id],
    );
    expect(rows).toEqual([{ counter_hashes: null, answered_at: null }]);
  });

  it('is asked at the first sign of another machine, which is told to operators', async () => {
    const fleet = createFleet(10_000);
    fleet.adopt(await listDevices(database.pool));
    const poll = async (): Promise<void> => {
      for (const endpoint of fleet.endpoints())
        fleet.take(
          await pollDevice({ ...endpoint, clock: { now: () => now }, before: fleet.remembered(endpoint.serial) }),
        );
    };
    const tick = async (): Promise<void> => {
      now += 10_000;
      await simulator.control('/clock', { at: new Date(now).toISOString() });
      await poll();
    };
    await tick();
    expect(fleet.suspects()).toHaveLength(4);
    await tick();
    expect(fleet.suspects()).toEqual([]);
    await simulator.control('/fault', { serial: places[6]!.serial, kind: 'exchanged', ranS: 50_000 });
    await simulator.control('/twin', { serial: places[0]!.serial, of: places[6]!.serial });
    await tick();
    const suspects = fleet.suspects();
    expect(suspects).toEqual([(await rowOf(places[0]!.serial)).id]);
    expect((await ask(suspects)).news).toEqual([{ serial: places[0]!.serial, news: 'exchanged', sameAs: null }]);
    expect(await rowOf(places[0]!.serial)).toMatchObject({
      pool_worker: `acct.${places[6]!.serial}`,
      exchanged_at: new Date(now),
    });
    expect((await mails()).at(-1)).toContain('another machine');
  });

  it('is each other’s where two machines have changed places', async () => {
    const [one, two] = [places[1]!.serial, places[2]!.serial];
    const before = [await rowOf(one), await rowOf(two)];
    await moveDevice(context, one, places[7]!, WHY);
    await moveDevice(context, two, places[1]!, WHY);
    await moveDevice(context, one, places[2]!, WHY);
    await ask();
    const after = [await rowOf(one), await rowOf(two)];
    expect(after.map(({ mac }) => mac)).toEqual([before[1]!.mac, before[0]!.mac]);
    expect(after.map(({ same_as }) => same_as)).toEqual([null, null]);
    expect(after.every(({ exchanged_at }) => exchanged_at !== null)).toBe(true);
  });

  it('decides whose the pool’s figure is: the worker’s that it tells, and never two devices’', async () => {
    await database.pool.query('UPDATE device SET pool_worker = $1 WHERE serial = $2', [
      `acct.x.${places[6]!.serial}`,
      places[3]!.serial,
    ]);
    const told = [places[0]!, places[6]!].map(({ serial }) => ({
      name: `acct.x.${serial}`,
      state: 'alive' as const,
      hashrate24h: 0,
    }));
    const { ofDevice } = await findWhoseWorkers(database.pool, told, new Date(now));
    const { id } = await rowOf(places[3]!.serial);
    expect([...ofDevice]).toEqual([[id, told[1]]]);
  });

  it('is nobody’s sight where two workers end alike: no stock, and operators are told their names, every six hours', async () => {
    const [one, two] = [places[1]!.serial, places[2]!.serial];
    workers = ['hallA', 'hallB'].map((hall) => ({ name: `acct.${hall}.${one}`, state: 'alive', lastShareAt: now }));
    const seen = async () =>
      (
        await database.pool.query(
          'SELECT serial FROM device_state s JOIN device d ON d.id = s.device_id WHERE pool_seen_at = $1 ORDER BY 1',
          [new Date(now)],
        )
      ).rows.map(({ serial }) => serial);
    await database.pool.query('UPDATE device SET pool_worker = NULL WHERE serial = ANY ($1)', [[one, two]]);
    const before = (await mails()).length;
    for (let minute = 0; minute < 3; minute += 1, now += 60_000) await recordPoolSight(context);
    expect(await seen()).toEqual([]);
    const [mail, ...more] = (await mails()).slice(before);
    expect([mail, more]).toEqual([
      expect.stringContaining(`acct.hallA.${one}, acct.hallB.${one}: the pool’s word on ${one},`),
      [],
    ]);
    // Told apart by the machines themselves, they are known.
    await database.pool.query(
      `UPDATE device SET pool_worker = CASE serial WHEN $1 THEN 'acct.hallA.' ELSE 'acct.hallB.' END || $1 WHERE serial = ANY ($2)`,
      [one, [one, two]],
    );
    workers = workers.map((worker) => ({ ...worker, lastShareAt: now }));
    await recordPoolSight(context);
    expect(await seen()).toEqual([one, two]);
  });
});
