import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { bearer, call, register, signIn, type Person } from '../../test/people.ts';
import { listBreaksInAudit } from '../modules/integrity/audit-chain.query.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { createVouchers } from '../modules/voucher/voucher-batch.command.ts';
import { runShell, shellRefusal } from '../../test/operator/shell.ts';

let app: TestApp;
let person: Person & { memberId: bigint };
let token: { authorization: string };

beforeAll(async () => {
  app = await testApp();
  person = await register(app);
  token = bearer((await signIn(app, person)).accessToken);
  await app.context.pool.query(
    `INSERT INTO device (serial, line, host, port, simulated) SELECT 'S' || n, 'x1', '127.0.0.1', 4028, true FROM generate_series(1, 40) n`,
  );
  await app.context.pool.query(`UPDATE stock SET total = 40 WHERE line = 'x1'`);
  for (const [walletId, amount] of [
    [4, '9000'],
    [2, '100'],
  ] as const) {
    // prettier-ignore
    await app.context.funnel.run(
      creditMember({ memberId: person.memberId, walletId, amountUnits: unitsOf(amount), reason: 'r', actor: 'operator:test' }),
    );
  }
});
afterAll(() => app.close());

const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
const complaint = (...words: string[]): Promise<string> => shellRefusal(app.context, words);
const lastAudit = async () =>
  (await app.context.pool.query('SELECT action, subject, reason, detail FROM audit ORDER BY id DESC LIMIT 1')).rows[0];
const get = async (path: string) => (await call(app, 'GET', path, undefined, token)).body.result as Record<string, any>; // eslint-disable-line
let keys = 0;
const post = (path: string, body: object) =>
  call(app, 'POST', path, body, { ...token, 'idempotency-key': `settings-${(keys += 1)}` });
const buy = async (price: string) =>
  post('package/purchase', {
    package: 1,
    payment_method: 1,
    quantity: 1,
    amount1: price,
    amount2: '0',
    member_security_pin: person.pin,
  });
const newestOrder = async () =>
  (await post('package/order', { page: 1, pageSize: 8 })).body.result as Record<string, any>; // eslint-disable-line

describe('a package', () => {
  it('sells at its new price and terms, while orders that exist keep theirs', async () => {
    expect((await buy('1000')).status).toBe(200);
    await shell('package', 'set', '--id', '1', '--price', '1200', '--max-profit', '3000', '--fee', '15', '--reason', 'costs'); // prettier-ignore
    expect(await lastAudit()).toMatchObject({
      action: 'package.set',
      subject: 'package:1',
      reason: 'costs',
      detail: { before: { priceUnits: '1000', activationFeeUnits: '10' }, after: { priceUnits: '1200', maxProfitUnits: '3000' } }, // prettier-ignore
    });
    const { package: offers } = await get('package/all');
    expect(offers[0]).toMatchObject({
      package_price: '1200',
      package_max_profit: '3000',
      package_activate_price: '15',
    });
    expect((await buy('1000')).body).toMatchObject({ err_code: 'err_amount_changed' });
    app.clock.advance(1000);
    expect((await buy('1200')).status).toBe(200);
    const { data } = await newestOrder();
    expect(data).toMatchObject([
      { package_order_amount: '1200', package_order_max_profit: '3000', package_activate_price: '15' },
      { package_order_amount: '1000', package_order_max_profit: '2500', package_activate_price: '10' },
    ]);
    // Ten dollars at two AOGTD each: the fee of then, not of now.
    expect((await post('package/order/activate', { id: data[1].id })).body.result).toEqual({ fee: '20' });
    expect((await post('package/order/activate', { id: data[0].id })).body.result).toEqual({ fee: '30' });
  });

  // proves 8: err_package_unavailable
  it('has a history, and is sold only while it is active', async () => {
    await shell('package', 'set', '--id', '1', '--active', 'no', '--fee', '0', '--reason', 'pause');
    expect((await buy('1200')).body).toMatchObject({ err_code: 'err_package_unavailable' });
    expect((await get('package/all')).package.map((each: { package_id: number }) => each.package_id)).toEqual([
      2, 3, 4,
    ]);
    expect(await shell('package', 'list')).toContain('1  X1 MAX (× 1): price 1200 USDT');
    const history = (await shell('package', 'history', '--id', '1')).split('\n');
    expect(history.map((line) => /price (\d+).*activation (\d+) USDT/.exec(line)?.slice(1))).toEqual([
      ['1200', '0'],
      ['1200', '15'],
      ['1000', '10'],
    ]);
    await shell('package', 'set', '--id', '1', '--active', 'yes', '--price', '1000', '--max-profit', '2500', '--fee', '10', '--reason', 'back'); // prettier-ignore
  });

  it('shows the contract figures that are set, and refuses what cannot be', async () => {
    await shell('package', 'set', '--id', '2', '--roi-from', '0.000005', '--roi-to', '0.00002', '--reason', 'r');
    const { package: offers } = await get('package/all');
    expect(offers[1]).toMatchObject({ package_roi_display: '0.000005', package_roi_display_max: '0.00002' });
    const set = (...words: string[]) => complaint('package', 'set', '--reason', 'r', ...words);
    expect(await set('--id', '6')).toContain('1 to 5');
    expect(await set('--id', '1', '--fee', '-1')).toContain('--fee');
    expect(await set('--id', '1', '--active', 'perhaps')).toContain('yes or no');
    await expect(shell('package', 'set', '--id', '2', '--roi-from', '1', '--roi-to', '0.5', '--reason', 'r')).rejects.toMatchObject({ field: 'roi-to' }); // prettier-ignore
    await expect(shell('package', 'set', '--id', '1', '--fee', '10001', '--reason', 'r')).rejects.toMatchObject({ field: 'fee' }); // prettier-ignore
    await expect(shell('package', 'set', '--id', '1', '--price', '10000001', '--reason', 'r')).rejects.toMatchObject({ field: 'price' }); // prettier-ignore
  });
});

describe('a country', () => {
  const buyShared = () =>
    post('package/purchase', {
      package: 2,
      payment_method: 1,
      quantity: 1,
      amount1: '1000',
      amount2: '0',
      member_security_pin: person.pin,
    });

  // proves 9: shared contract closed in other countries, vouchers too
  it('closes the shared contract to its members, for money and for vouchers, which stay unused', async () => {
    const { country_id: id } = (await get('country/all')).country.find(
      (each: { country_name: string }) => each.country_name === 'Malaysia',
    );
    const batch = {
      packageId: 4,
      amountUnits: unitsOf('1000'),
      count: 1,
      expiresAt: null,
      actor: 'operator:t' as const,
      reason: 'r',
    };
    const [code] = await createVouchers(app.context, batch);
    expect((await get('member/profile')).member.member_shared_closed).toBe(false);

    expect(await shell('country', 'set', '--id', String(id), '--shared', 'closed', '--reason', 'law')).toContain(
      'closed',
    );
    expect(await lastAudit()).toMatchObject({ action: 'country.set', reason: 'law', detail: { before: { sharedClosed: false }, after: { sharedClosed: true } } }); // prettier-ignore
    expect((await get('member/profile')).member.member_shared_closed).toBe(true);
    expect((await buyShared()).body).toMatchObject({ err_code: 'err_country_unavailable' });
    const refused = await post('voucher/package/redeem', { voucher_code: code });
    expect([refused.status, refused.body.err_code]).toEqual([422, 'err_country_unavailable']);
    const { rows } = await app.context.pool.query('SELECT redeemed_by, redeemed_at FROM voucher');
    expect(rows).toEqual([{ redeemed_by: null, redeemed_at: null }]);

    await shell('country', 'set', '--id', String(id), '--shared', 'open', '--reason', 'law changed');
    expect((await post('voucher/package/redeem', { voucher_code: code })).body.result).toEqual({ data: '1000' });
  });

  it('is the specification’s 211 from the start, and keeps the names that operators give it', async () => {
    expect(await shell('country', 'list', '--closed', 'yes')).toMatch(/^211 {2}US/);
    await shell('country', 'set', '--id', '1', '--name', 'Afghanland', '--calling-code', '94', '--reason', 'r');
    expect((await get('country/all')).country[0]).toMatchObject({
      country_name: 'Afghanland',
      country_calling_code: '94',
    });
    expect(await complaint('country', 'set', '--id', '999', '--shared', 'open', '--reason', 'r')).toContain(
      'no country 999',
    );
    expect(await complaint('country', 'set', '--id', '1', '--shared', 'ajar', '--reason', 'r')).toContain(
      'open or closed',
    );
    expect(await complaint('country', 'set', '--id', '1', '--calling-code', '+94', '--reason', 'r')).toContain(
      'digits',
    );
  });
});

describe('a voucher', () => {
  const create = (...words: string[]) =>
    shell('voucher', 'create', '--package', '3', '--count', '1', '--reason', 'r', ...words);

  // proves 5: voucher: a whole machine, cap and fee by its amount
  it('of a tenth of the price brings a whole machine with a tenth of cap and fee', async () => {
    app.clock.advance(1000);
    const code = await create('--amount', '100');
    expect((await post('voucher/package/redeem', { voucher_code: code })).body.result).toEqual({ data: '100' });
    const { data } = await newestOrder();
    expect(data[0]).toMatchObject({
      package_order_isvoucher: true,
      package_order_amount: '100',
      package_order_max_profit: '250',
      package_activate_price: '1',
    });
    expect((await post('package/order/activate', { id: data[0].id })).body.result).toEqual({ fee: '2' });
    const detail = await get(`order/getById?id=${data[0].id}`);
    expect(detail).toMatchObject({ device_count: 1, order: { package_order_profit_balance: '250' } });
  });

  // proves 5: voucher: at least 25 USDT, an end to come
  it('is worth at least what operators set', async () => {
    await expect(create('--amount', '24.99999999')).rejects.toThrow('at least 25 USDT');
    expect(await create('--amount', '25')).toMatch(/^\w{4}(-\w{4}){3}$/);
    expect(await shell('voucher', 'minimum', '--amount', '50', '--reason', 'fees')).toContain('before: 25');
    expect(await lastAudit()).toMatchObject({ action: 'voucher.minimum', reason: 'fees', detail: { before: '25', after: '50' } }); // prettier-ignore
    await expect(create('--amount', '49')).rejects.toThrow('at least 50 USDT');
    const batch = {
      packageId: 3,
      amountUnits: unitsOf('49'),
      count: 1,
      expiresAt: null,
      actor: 'operator:t' as const,
      reason: 'r',
    };
    await expect(createVouchers(app.context, batch)).rejects.toMatchObject({ code: 'err_amount' });
    await expect(
      shell('prize', 'set', '--id', '30', '--name', 'Miner X Package', '--from', '49', '--weight', '1', '--package', '3', '--reason', 'r'), // prettier-ignore
    ).rejects.toMatchObject({ code: 'err_amount' });
  });

  it('has an end that is still to come', async () => {
    await expect(create('--amount', '100', '--expires', '2026-11-19')).rejects.toThrow('is past');
    expect(await create('--amount', '100', '--expires', '2026-11-20')).toMatch(/^\w{4}-/);
    const past = { packageId: 3, amountUnits: unitsOf('100'), count: 1, expiresAt: new Date(app.clock.now()), actor: 'operator:t' as const, reason: 'r' }; // prettier-ignore
    await expect(createVouchers(app.context, past)).rejects.toMatchObject({
      more: { fields: { expires: 'err_format' } },
    });
  });
});

describe('words of the app', () => {
  const KEY = 'common.title.asset';

  it('are put over the file’s and taken back', async () => {
    const before = (await get('system/languages')).gr[KEY];
    expect(await shell('translation', 'set', '--language', 'gr', '--key', KEY, '--text', 'Guthaben aller Art', '--reason', 'clearer')).toContain('Guthaben'); // prettier-ignore
    expect(await lastAudit()).toMatchObject({
      action: 'translation.set',
      detail: { key: KEY, before: { gr: null }, after: { gr: 'Guthaben aller Art' } },
    });
    expect((await get('system/languages')).gr[KEY]).toBe('Guthaben aller Art');
    expect(await shell('translation', 'list')).toBe(`gr  ${KEY}  “Guthaben aller Art” over “${before}”`);
    await shell('translation', 'remove', '--language', 'gr', '--key', KEY, '--reason', 'back');
    expect((await get('system/languages')).gr[KEY]).toBe(before);
    expect(await shell('translation', 'list')).toContain('None');
    await expect(shell('translation', 'remove', '--language', 'gr', '--key', KEY, '--reason', 'again')).rejects.toMatchObject({ code: 'err_not_found' }); // prettier-ignore
  });

  it('are put in several languages at once, and taken back by no words', async () => {
    const set = (texts: object) =>
      shell('translation', 'set', '--key', KEY, '--texts', JSON.stringify(texts), '--reason', 'r');
    await set({ gr: 'Eins', es: 'Uno' });
    expect(await shell('translation', 'list')).toMatch(/^es .*“Uno” over .*\ngr .*“Eins” over/);
    await set({ gr: '', es: 'Una' });
    expect(await lastAudit()).toMatchObject({
      action: 'translation.set',
      subject: `translation:${KEY}`,
      detail: { before: { gr: 'Eins', es: 'Uno' }, after: { gr: null, es: 'Una' } },
    });
    // One that cannot be holds up the others too.
    await expect(set({ es: 'Uno', gr: '{more}' })).rejects.toMatchObject({
      more: { fields: { text_gr: 'err_format' } },
    });
    expect(await shell('translation', 'list')).toMatch(/^es .*“Una” over [^\n]*$/);
    await shell('translation', 'remove', '--language', 'es', '--key', KEY, '--reason', 'back');
    expect(await complaint('translation', 'set', '--key', KEY, '--texts', '{"gr":1}', '--reason', 'r')).toContain(
      'JSON',
    );
    expect(await complaint('translation', 'set', '--key', KEY, '--text', 'x', '--reason', 'r')).toContain('--language');
  });

  it('are only those that the app has, with the same values put in', async () => {
    const set = (language: string, key: string, text: string) =>
      shell('translation', 'set', '--language', language, '--key', key, '--text', text, '--reason', 'r');
    await expect(set('fr', KEY, 'Avoirs')).rejects.toThrow('no language fr');
    await expect(set('gr', 'no.such.key', 'x')).rejects.toThrow('no text no.such.key');
    const texts = (await get('system/languages')).en as Record<string, string>;
    const [key, text] = Object.entries(texts).find(([, each]) => /^[^{}]*\{\w+\}[^{}]*$/.test(each))!;
    await expect(set('en', key, 'nothing put in')).rejects.toMatchObject({
      more: { fields: { text_en: 'err_format' } },
    });
    await expect(set('en', key, `${text} }`)).rejects.toMatchObject({ more: { fields: { text_en: 'err_format' } } });
    await expect(set('en', key, `${text} {more}`)).rejects.toMatchObject({
      more: { fields: { text_en: 'err_format' } },
    });
    await expect(set('en', key, 'x'.repeat(2001))).rejects.toMatchObject({
      more: { fields: { text_en: 'err_too_long' } },
    });
    await set('en', key, `Really: ${text}`);
    expect((await get('system/languages')).en[key]).toBe(`Really: ${text}`);
  });
});

describe('maintenance', () => {
  it('tells its reason in the languages it was written in, cleaned of what could run', async () => {
    await shell('maintenance', 'on', '--title', 'Back at noon', '--titles', '{"zh":"中午恢复","gr":"Mittags zurück"}',
      '--message', '<p onclick="x()">Work <script>alert(1)</script>now</p>', '--messages', '{"gr":"<p>Arbeit <img src=x onerror=y()></p>"}'); // prettier-ignore
    const told = await get('system/maintenance');
    expect(told).toEqual({
      maintenance: true,
      under_maintenance_title: 'Back at noon',
      under_maintenance_title_zh: '中午恢复',
      under_maintenance_title_gr: 'Mittags zurück',
      under_maintenance_message: '<p>Work now</p>',
      under_maintenance_message_gr: '<p>Arbeit </p>',
    });
  });

  it('tells when it is planned to be over, until it is switched again', async () => {
    await shell('maintenance', 'on', '--until', '2100-01-01 12:30');
    expect((await get('system/maintenance')).under_maintenance_until).toBe('2100-01-01T12:30:00.000Z');
    await shell('maintenance', 'on');
    expect(await get('system/maintenance')).not.toHaveProperty('under_maintenance_until');
    await expect(shell('maintenance', 'on', '--until', '2020-01-01 12:30')).rejects.toMatchObject({ more: { fields: { under_maintenance_until: 'err_format' } } }); // prettier-ignore
  });

  it('keeps no old variant beside a new text, and leaves the other text alone', async () => {
    await shell('maintenance', 'on', '--title', 'Back at one');
    const told = await get('system/maintenance');
    expect(told).toMatchObject({
      under_maintenance_title: 'Back at one',
      under_maintenance_message: '<p>Work now</p>',
    });
    expect(told).not.toHaveProperty('under_maintenance_title_zh');
    await shell('maintenance', 'off');
    expect((await get('system/maintenance')).maintenance).toBe(false);
  });

  it('refuses texts that say nothing, unknown languages, and variants without an English text', async () => {
    await expect(shell('maintenance', 'on', '--message', '<script>x</script>')).rejects.toMatchObject({ more: { fields: { under_maintenance_message: 'err_required' } } }); // prettier-ignore
    expect(await complaint('maintenance', 'on', '--title', 'x', '--titles', '{"fr":"y"}')).toContain(
      '--titles is JSON',
    );
    expect(await complaint('maintenance', 'on', '--titles', '{"zh":"y"}')).toContain('--title beside it');
    expect((await get('system/maintenance')).maintenance).toBe(false);
  });
});

it('all of it stands on the audit chain, and the ledger balances', async () => {
  expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
  await expectCoherentLedger(app.context.pool);
});
