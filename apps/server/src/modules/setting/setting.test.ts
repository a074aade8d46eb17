import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../bus/bus.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { SETTINGS, type SettingKey } from './setting.ts';
import { getSetting } from './setting.query.ts';
import { readSetting } from './setting.ts';
import { changeSetting } from './setting.step.ts';

const KEYS = Object.keys(SETTINGS) as SettingKey[];
const by = { actor: 'operator:shell' as const, action: 'test.set', reason: 'x' };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const context = () => ({ pool: database.pool, clock: { now: () => Date.UTC(2026, 10, 20) }, bus: createLocalBus() });

describe('a setting', () => {
  it('is read whatever is stored: what it should not be counts as the default', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), fc.jsonValue(), (key, stored) => {
        expect(() => readSetting(key, stored)).not.toThrow();
      }),
    );
    expect(readSetting('luck_band_ppm', '5')).toBe(100_000);
    expect(readSetting('voucher_minimum', null)).toBe(readSetting('voucher_minimum', 'much'));
    expect(readSetting('staking_available', 'yes')).toBe(false);
  });

  it('keeps both changes of two operators at once, also where none is stored yet', async () => {
    const add = (name: string) =>
      changeSetting(context(), 'translations', {
        ...by,
        change: (before) => ({ ...before, [name]: { word: name } }),
      });
    await Promise.all(['en', 'zh', 'kr', 'vi'].map(add));
    expect(Object.keys(await getSetting(database.pool, 'translations')).sort()).toEqual(['en', 'kr', 'vi', 'zh']);
  });

  it('is changed with its line of the audit log, told to every process, and gives what it meant before', async () => {
    const told: string[] = [];
    const dependencies = context();
    dependencies.bus.subscribe('settings_changed', ({ key }) => told.push(key));
    expect(await changeSetting(dependencies, 'luck_band_ppm', { ...by, change: () => 50_000 })).toBe(100_000);
    expect(await getSetting(database.pool, 'luck_band_ppm')).toBe(50_000);
    expect(told).toEqual(['luck_band_ppm']);
    const { rows } = await database.pool.query('SELECT subject, detail FROM audit ORDER BY id DESC LIMIT 1');
    expect(rows).toEqual([{ subject: 'setting:luck_band_ppm', detail: { before: 100_000, after: 50_000 } }]);
  });

  it('stays as it was when its change refuses', async () => {
    const before = await getSetting(database.pool, 'luck_band_ppm');
    const change = (): never => {
      throw new Error('no');
    };
    await expect(changeSetting(context(), 'luck_band_ppm', { ...by, change })).rejects.toThrow('no');
    expect(await getSetting(database.pool, 'luck_band_ppm')).toBe(before);
  });
});
