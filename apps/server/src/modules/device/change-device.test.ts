import { HOUR_MS } from '@minerx/rules/duration';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { DeviceProblem, moveDevice, replaceDevice, retireDevice } from './change-device.command.ts';
import { listDevices } from './device.query.ts';
import { recountStock } from './device-stock.command.ts';
import { KnownDevice, registerDevices } from './register-devices.command.ts';

const WHY = { actor: 'operator:test' as const, reason: 'rack 4' };
const NOW = Date.parse('2026-11-20T12:00:00Z');
const SEEN = new Date(NOW - HOUR_MS);

let database: TestDatabase;
let context: Context;
let told: unknown[];

const listed = (serial: string, host: string, port = 4028) => ({
  serial,
  host,
  port,
  line: 'x1' as const,
  simulated: false,
});

beforeEach(async () => {
  database = await testDatabase();
  const bus = createLocalBus();
  told = [];
  bus.subscribe('settings_changed', (message) => told.push(message));
  const log = pino({ level: 'silent' });
  context = { pool: database.pool, log, clock: { now: () => NOW }, bus } as unknown as Context;
  await registerDevices(context, [listed('A1', '10.0.0.1'), listed('A2', 'miner-2.hall')], WHY);
  // Both work, are known, and one of them has counted.
  await database.pool.query(
    `INSERT INTO device_state (device_id, answered_at, pool_seen_at, counter_hashes, elapsed_s) SELECT id, $1, $1, 5, 7 FROM device`,
    [SEEN],
  );
  await database.pool.query(
    `UPDATE device SET mac = 'm' || id, machine_serial = 's' || id, pool_worker = 'w' || id,
    identity_at = $1, exchanged_at = $1`,
    [SEEN],
  );
  await recountStock(context);
  told = [];
});
afterEach(() => database.drop());

const stock = async (): Promise<number> =>
  (await database.pool.query<{ total: number }>(`SELECT total FROM stock WHERE line = 'x1'`)).rows[0]!.total;
const device = async (serial: string) =>
  (
    await database.pool.query(
      `SELECT host, port, rated_ths, mac, machine_serial, pool_worker, identity_at, same_as, exchanged_at, retired_at,
              answered_at, pool_seen_at, counter_hashes, elapsed_s, in_stock
         FROM device d JOIN device_stock ON device_stock.device_id = d.id LEFT JOIN device_state s ON s.device_id = d.id WHERE serial = $1`,
      [serial],
    )
  ).rows[0];
const ratings = async () =>
  (await database.pool.query('SELECT until, rated_ths FROM device_rating ORDER BY device_id')).rows;
const lastAudit = async () =>
  (await database.pool.query('SELECT actor, action, subject, reason, detail FROM audit ORDER BY id DESC LIMIT 1'))
    .rows[0];

/** What an operator is told, and that nothing was done. */
const refused = async (work: () => Promise<unknown>, why: string): Promise<void> => {
  const before = [await device('A1'), await device('A2'), await lastAudit()];
  await expect(work()).rejects.toThrow(why);
  expect([await device('A1'), await device('A2'), await lastAudit()]).toEqual(before);
  expect(told).toEqual([]);
};

describe('a device is registered', () => {
  it('at no address that another serial has, in whatever letters', async () => {
    await refused(
      () => registerDevices(context, [listed('NEW', '10.0.0.9'), listed('TWIN', '10.0.0.1')], WHY),
      'TWIN: 10.0.0.1:4028 is the address of A1',
    );
    await refused(() => registerDevices(context, [listed('LOUD', 'Miner-2.HALL')], WHY), 'is the address of A2');
    await expect(registerDevices(context, [listed('TWIN', '10.0.0.1')], WHY)).rejects.toBeInstanceOf(KnownDevice);
    for (const serial of ['NEW', 'TWIN', 'LOUD']) expect(await device(serial)).toBeUndefined();
  });

  it('at the next port, again as it is, and where one was before that is out of service', async () => {
    expect(await registerDevices(context, [listed('A1', '10.0.0.1'), listed('A3', '10.0.0.1', 4029)], WHY)).toEqual({
      added: ['A3'],
      known: ['A1'],
    });
    await retireDevice(context, 'A1', WHY);
    expect((await registerDevices(context, [listed('A4', '10.0.0.1')], WHY)).added).toEqual(['A4']);
  });

  it('is told, is no stock yet, and is who it said it is', async () => {
    const identity = { mac: 'b4aa', machineSerial: null, poolWorker: 'acct.A5' };
    await registerDevices(context, [listed('A5', '10.0.0.5')], WHY, new Map([['A5', identity]]));
    expect(await device('A5')).toMatchObject({ mac: 'b4aa', pool_worker: 'acct.A5', in_stock: false });
    expect(await stock()).toBe(2);
    expect(told).toEqual([{ key: 'stock' }]);
    expect(await lastAudit()).toEqual({
      ...WHY,
      action: 'device.register',
      subject: 'stock',
      detail: { count: 1, serials: ['A5'] },
    });
  });

  it('once: a serial that is known is left alone, whatever address it is listed at', async () => {
    const before = await device('A1');
    expect(await registerDevices(context, [listed('A1', 'miner-2.hall')], WHY)).toEqual({ added: [], known: ['A1'] });
    expect(await device('A1')).toEqual(before);
  });
});

describe('a device is retired', () => {
  it('leaves the stock and is polled no more', async () => {
    expect(await stock()).toBe(2);
    await retireDevice(context, 'A1', WHY);
    expect(await stock()).toBe(1);
    expect((await listDevices(database.pool)).map(({ serial }) => serial)).toEqual(['A2']);
    expect(await device('A1')).toMatchObject({ retired_at: new Date(NOW), in_stock: false });
    expect(await lastAudit()).toEqual({
      ...WHY,
      action: 'device.retire',
      subject: 'A1',
      detail: { address: '10.0.0.1:4028' },
    });
    expect(told).toEqual([{ key: 'stock' }]);
    told = [];
    await refused(() => retireDevice(context, 'A1', WHY), 'no miner A1 in service');
  });

  it('only when no order has it', async () => {
    await database.pool.query(
      `UPDATE device_stock SET free = false FROM device d WHERE d.id = device_id AND serial = 'A1'`,
    );
    await refused(() => retireDevice(context, 'A1', WHY), 'belongs to an order');
  });
});

describe('a device is moved', () => {
  it('stays the machine that it was, counts on from where it stood, and is asked anew who it is', async () => {
    const before = await device('A1');
    await moveDevice(context, 'A1', { host: '10.0.0.7', port: 4030 }, WHY);
    expect(await device('A1')).toEqual({
      ...before,
      host: '10.0.0.7',
      port: 4030,
      identity_at: null,
      exchanged_at: null,
    });
    expect(await stock()).toBe(2);
    expect(await lastAudit()).toMatchObject({
      action: 'device.move',
      detail: { before: '10.0.0.1:4028', after: '10.0.0.7:4030' },
    });
    expect(told).toEqual([{ key: 'stock' }]);
  });

  it('counts nothing of a machine that was another’s', async () => {
    await database.pool.query(
      `UPDATE device SET same_as = (SELECT id FROM device WHERE serial = 'A2') WHERE serial = 'A1'`,
    );
    await moveDevice(context, 'A1', { host: '10.0.0.7', port: 4028 }, WHY);
    expect(await device('A1')).toMatchObject({
      same_as: null,
      answered_at: null,
      counter_hashes: null,
      elapsed_s: null,
      pool_seen_at: SEEN,
    });
  });

  it('to no address that another has, but to its own in other letters', async () => {
    await refused(() => moveDevice(context, 'A1', { host: 'MINER-2.hall', port: 4028 }, WHY), 'is the address of A2');
    await expect(moveDevice(context, 'A1', { host: 'miner-2.hall', port: 4028 }, WHY)).rejects.toBeInstanceOf(
      DeviceProblem,
    );
    await moveDevice(context, 'A2', { host: 'MINER-2.hall', port: 4028 }, WHY);
    expect(await device('A2')).toMatchObject({ host: 'MINER-2.hall' });
    await retireDevice(context, 'A2', WHY);
    await moveDevice(context, 'A1', { host: 'miner-2.hall', port: 4028 }, WHY);
  });

  it('to an address that only one of two may have who move there at once', async () => {
    for (const port of [1, 2, 3]) {
      const moves = ['A1', 'A2'].map((serial) => moveDevice(context, serial, { host: '10.9.9.9', port }, WHY));
      const outcomes = (await Promise.allSettled(moves)).map(({ status }) => status);
      expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('a device is replaced', () => {
  const by = { host: '10.0.0.7', port: 4028, ratedThs: 96 };

  it('by a machine of which nothing is known and nothing counted, which is no stock before it works', async () => {
    await replaceDevice(context, 'A1', by, WHY);
    expect(await device('A1')).toEqual({
      host: '10.0.0.7',
      port: 4028,
      rated_ths: 96,
      mac: null,
      machine_serial: null,
      pool_worker: null,
      identity_at: null,
      same_as: null,
      exchanged_at: null,
      retired_at: null,
      answered_at: null,
      pool_seen_at: null,
      counter_hashes: null,
      elapsed_s: null,
      in_stock: false,
    });
    expect(await stock()).toBe(1);
    expect(await ratings()).toEqual([{ until: new Date(NOW), rated_ths: 76 }]);
    expect(await lastAudit()).toMatchObject({
      action: 'device.replace',
      detail: { before: '10.0.0.1:4028', after: '10.0.0.7:4028' },
    });
    expect(told).toEqual([{ key: 'stock' }]);
    const later = new Date(NOW);
    await database.pool.query('UPDATE device_state SET answered_at = $1, pool_seen_at = $1', [later]);
    await recountStock(context);
    expect(await stock()).toBe(2);
  });

  it('by one of its kind: the rating stays and is not kept twice', async () => {
    await replaceDevice(context, 'A1', { ...by, ratedThs: null }, WHY);
    await replaceDevice(context, 'A2', { ...by, port: 4029, ratedThs: 76 }, WHY);
    expect([await device('A1'), await device('A2')]).toMatchObject([{ rated_ths: 76 }, { rated_ths: 76 }]);
    expect(await ratings()).toEqual([]);
  });

  it('at no address that another has', async () => {
    await refused(() => replaceDevice(context, 'A1', { ...by, host: 'Miner-2.hall' }, WHY), 'is the address of A2');
  });
});
