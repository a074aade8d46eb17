import { angpauPrizes } from '@minerx/contract/blessing';
import { operatorPrizeVersion, operatorPrizeVersions } from '@minerx/contract/operator/offers/prize';
import { DAY_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { tellBtcPrice } from '../../../../test/btc-price.ts';
import { emailOf, openConsole, openDesk, resultOf, type Console } from '../../../../test/operator/operators.ts';
import { bearer, call, register, signIn, type Person } from '../../../../test/people.ts';
import { commitToDay } from '../../../modules/blessing/draw/day-seed.command.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
let support: Console;
let person: Person;
beforeAll(async () => {
  ({ app, admin, finance, support } = await openDesk('admin', 'finance', 'support'));
  person = await register(app);
  for (const day of ['2026-11-20', '2026-11-21']) await commitToDay(app.context, day);
  await tellBtcPrice(app.context.pool, app.clock.now(), unitsOf('60000'));
}, 60_000);
afterAll(() => app.close());

const versions = async () => (await support.read(operatorPrizeVersions)).rows;
const getOne = (id: string) => support.read(operatorPrizeVersion, `id=${id}`);
const ask = async (values: Record<string, string>) => finance.run('prize set', { reason: 'summer', ...values });
const stateOf = async () => (await versions()).map(({ state, days }) => [state, days[0]!.from]);

describe('prizes of Raya Blessings on the desk', () => {
  // proves 7: GET operator/prize/versions, GET operator/prize
  it('show the table of today: weights, odds, what each is worth and paid at, and what a pick is worth', async () => {
    const [today, ...others] = await versions();
    expect(others).toEqual([]);
    expect(today).toMatchObject({ state: 'now', days: [{ from: '2026-11-20', to: '2026-11-21' }], lines: 15 });
    // Members see the same version with the same figure.
    const token = bearer((await signIn(app, person)).accessToken);
    const { result } = (await call(app, 'GET', angpauPrizes.path, undefined, token)).body;
    expect([today!.id, today!.expected_value]).toEqual([result!['version'], result!['expected_value']]);
    const { version, lines, prices, proposals, audit } = await getOne(today!.id);
    expect(version).toEqual(today);
    const dubai = { name: 'Dubai', from: '2888', to: '2888', mean: '2888', weight: 120, total: 66, left: 66 };
    expect(lines[10]).toMatchObject({ id: 11, ...dubai, delivery: 'fulfilment', wallet: null });
    expect(lines[11]).toMatchObject({ from: '100', delivery: 'voucher', wallet: null });
    expect(lines[0]).toMatchObject({ name: 'BTC', left: null, delivery: 'credit', wallet: 'BTC' });
    for (const { from, to, mean } of lines) expect(Number(mean)).toBe((Number(from) + Number(to)) / 2);
    const odds = lines.map((line) => Number(line.odds));
    expect(odds.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
    // The figure is what the shown lines come to.
    const mean = lines.reduce((sum, line) => sum + Number(line.odds) * Number(line.mean), 0);
    expect(Number(version.expected_value)).toBeCloseTo(mean, 1);
    expect(prices.map(({ wallet }) => wallet)).toEqual(['BTC', 'CW', 'RW']);
    expect(prices[0]).toMatchObject({ price: '60000', at: new Date(app.clock.now()).toISOString(), pays: 'now' });
    expect([proposals, audit]).toEqual([[], []]);
  });

  it('are changed by two, as a draft of the first day that is not committed to', async () => {
    const [today] = await versions();
    expect((await support.run('prize set', { id: '11', weight: '5', reason: 'r' })).status).toBe(403);
    await ask({ id: '11', weight: '5' });
    const [proposal] = (await getOne(today!.id)).proposals;
    expect(proposal).toMatchObject({ input: { id: '11', weight: '5' }, proposed_by: `operator:${emailOf('finance')}` });
    expect(proposal!.before).toEqual({ weight: '120' });
    const agree = (by: Console) => by.run('proposal agree', { id: proposal!.id, reason: 'agreed' });
    expect((await agree(support)).status).toBe(403);
    expect(resultOf(await agree(finance)).outcome).toBe('refused');
    expect(await versions()).toEqual([today]);
    expect(resultOf(await agree(admin)).outcome).toBe('done');
    expect(await stateOf()).toEqual([
      ['draft', '2026-11-22'],
      ['now', '2026-11-20'],
    ]);
    const draft = await getOne('draft');
    expect(draft.lines[10]).toMatchObject({ id: 11, weight: 5 });
    expect(Number(draft.lines[10]!.odds)).toBeLessThan(0.1);
    expect(draft.audit).toMatchObject([{ action: 'prize.set', actor: `operator:${emailOf('finance')}` }]);
    const committed = await getOne(today!.id);
    expect([committed.version, committed.audit]).toEqual([today, []]);
  });

  it('become the table of a day that is committed to, and what is over shows no odds of now', async () => {
    const [, old] = await versions();
    await commitToDay(app.context, '2026-11-22');
    expect(await stateOf()).toEqual([
      ['next', '2026-11-22'],
      ['now', '2026-11-20'],
    ]);
    expect((await support.ask('GET', 'operator/prize?id=draft')).status).toBe(404);
    app.clock.advance(2 * DAY_MS);
    support = await openConsole(app, 'support');
    expect(await stateOf()).toEqual([
      ['now', '2026-11-22'],
      ['over', '2026-11-20'],
    ]);
    const { version, lines, prices } = await getOne(old!.id);
    expect(version).toMatchObject({ days: [{ from: '2026-11-20', to: '2026-11-21' }], expected_value: null });
    expect(new Set(lines.map(({ odds }) => odds))).toEqual(new Set([null]));
    expect(lines[10]).toMatchObject({ weight: 120, total: 66, left: null });
    expect(prices.map(({ wallet, pays }) => [wallet, pays])).toEqual([
      ['BTC', 'too old'],
      ['CW', 'now'],
      ['RW', 'now'],
    ]);
    expect((await support.read(operatorPrizeVersions, 'after=2026-11-22')).rows.map(({ id }) => id)).toEqual([old!.id]);
    expect((await support.ask('GET', `operator/prize?id=${'0'.repeat(64)}`)).status).toBe(404);
  });

  it('name the days of a version that came back, and not those of another one between', async () => {
    const back = async (weight: string) => {
      await ask({ id: '11', weight });
      const [proposal] = (await getOne((await versions())[0]!.id)).proposals;
      expect(resultOf(await admin.run('proposal agree', { id: proposal!.id, reason: 'back' })).outcome).toBe('done');
    };
    finance = await openConsole(app, 'finance');
    admin = await openConsole(app, 'admin');
    await back('120');
    await commitToDay(app.context, '2026-11-23');
    expect((await versions()).map(({ state, days }) => [state, days])).toEqual([
      ['now', [{ from: '2026-11-22', to: '2026-11-22' }]],
      [
        'next',
        [
          { from: '2026-11-20', to: '2026-11-21' },
          { from: '2026-11-23', to: '2026-11-23' },
        ],
      ],
    ]);
  });
});
