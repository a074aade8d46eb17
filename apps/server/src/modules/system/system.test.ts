import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { call } from '../../../test/people.ts';
import { runMigration } from '../../../test/run-migration.ts';
import { seedReference } from '../../seed/reference.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedReference(app.context.pool);
});
afterAll(() => app.close());

const result = async (path: string) =>
  (await call(app, 'GET', path)).body.result as unknown as Record<string, Record<string, unknown>>;

describe('what the app asks first', () => {
  // proves 7: GET system/languages
  // proves 7: GET system/translations
  it('gets the texts of all ten languages with operators’ own words on top', async () => {
    const before = await result('system/languages');
    expect(await result('system/translations')).toEqual({});
    expect(Object.keys(before)).toEqual(LANGUAGE_CODES);
    await app.context.pool.query(`INSERT INTO setting (key, value) VALUES ('translations', $1)`, [
      JSON.stringify({ en: { 'own.word': 'Welcome back' }, xx: { 'own.word': 'nobody' }, zh: { 'own.word': '' } }),
    ]);
    app.context.bus.publish('settings_changed', { key: 'translations' });
    const after = await result('system/languages');
    expect(after.en).toEqual({ ...before.en, 'own.word': 'Welcome back' });
    expect([Object.keys(after), after.zh]).toEqual([Object.keys(before), before.zh]);
    expect(await result('system/translations')).toEqual({ en: { 'own.word': 'Welcome back' } });
  });

  it('keeps operators’ words over texts whose names have changed', async () => {
    await app.context.pool.query(
      `INSERT INTO setting (key, value) VALUES ('translations', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [
        JSON.stringify({
          en: { 'auth.signIn': 'Come in', 'own.word': 'Welcome back', 'address.coin': 'Asset' },
          gr: { 'support.title': 'Hilfe', 'withdraw.title': 'Auszahlen' },
          zh: {},
        }),
      ],
    );
    await runMigration(app.database, 'session-texts');
    await runMigration(app.database, 'texts-by-noun');
    app.context.bus.publish('settings_changed', { key: 'translations' });
    expect(await result('system/translations')).toEqual({
      en: { 'session.signIn': 'Come in', 'own.word': 'Welcome back', 'withdrawal-address.coin': 'Asset' },
      gr: { 'ticket.title': 'Hilfe', 'withdrawal.title': 'Auszahlen' },
    });
  });

  // proves 7: GET country/all
  it('gets the countries, in order of their names', async () => {
    const { country } = (await call(app, 'GET', 'country/all')).body.result as unknown as {
      country: { country_name: string }[];
    };
    expect(country).toHaveLength(243);
    expect(country[0]).toEqual({
      country_id: 1,
      country_iso2: 'AF',
      country_name: 'Afghanistan',
      country_name_zh: '阿富汗',
      country_calling_code: '93',
      country_symbol: 'AF',
      country_shared_closed: false,
    });
  });

  // proves 7: system/sources
  it('learns of sources what is known, and null of what nobody has said yet', async () => {
    const silent = await result('system/sources');
    expect(silent.network).toMatchObject({ height: null, bits: null, difficulty: null, at: null });
    expect(silent.market).toMatchObject({ btc_price: null, at: null });
    await app.context.pool.query(
      `UPDATE wallet_type SET price_units = 9512345000000, price_at = '2026-11-20T12:00:00Z', price_source = 'market', price_simulated = true WHERE id = 3`,
    );
    await app.context.pool.query(`INSERT INTO setting (key, value) VALUES ('network_tip', $1)`, [
      JSON.stringify({
        height: 924_000,
        bits: '1701fca1',
        difficulty: '152000000000000.5',
        at: '2026-11-20T11:59:00.000Z',
        simulated: true,
      }),
    ]);
    const heard = await result('system/sources');
    expect(heard.market).toEqual({ simulated: true, btc_price: '95123.45', at: '2026-11-20T12:00:00.000Z' });
    expect(heard.network).toEqual({
      height: 924_000,
      bits: '1701fca1',
      difficulty: '152000000000000.5',
      at: '2026-11-20T11:59:00.000Z',
      simulated: true,
    });
  });
});
