import { countryAll } from '@minerx/contract/country';
import {
  CATALOGUE_KINDS,
  operatorCatalogue,
  operatorEntry,
  operatorEntryHistory,
  type CatalogueKind,
} from '@minerx/contract/operator/offers/catalogue';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { emailOf, openDesk, resultOf, type Console } from '../../../../test/operator/operators.ts';
import { bearer, call, register, signIn } from '../../../../test/people.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
let support: Console;
let token: { authorization: string };
beforeAll(async () => {
  ({ app, admin, finance, support } = await openDesk('admin', 'finance', 'support'));
  token = bearer((await signIn(app, await register(app))).accessToken);
}, 60_000);
afterAll(() => app.close());

const listOf = (kind: CatalogueKind, more = '') => support.read(operatorCatalogue, `kind=${kind}${more}`);
/** Of the list, on whichever page it stands. */
const rowOf = async (id: string, name: string) =>
  (await listOf(id.split('.')[0] as CatalogueKind, `&find=${encodeURIComponent(name)}`)).rows.find(
    (row) => row.id === id,
  );
const getOne = (id: string) => support.read(operatorEntry, `id=${id}`);
const historyOf = async (id: string) => (await support.read(operatorEntryHistory, `id=${id}`)).rows;
const factOf = async (id: string, label: string) =>
  (await getOne(id)).entry.facts.find((fact) => fact.label === label)?.value;
/** What a member sees: answers of the calls that they make. */
const seen = async (path: string) =>
  (await call(app, 'GET', path, undefined, token)).body.result as Record<string, any>; // eslint-disable-line

/** Changes an entry by what its page says, agreed to by another where it has to be. */
const change = async (by: Console, id: string, values: Record<string, string>, place = 0) => {
  const { action, given, two } = (await getOne(id)).changes[place]!;
  const answer = await by.run(action, { ...given, ...values });
  const { outcome } = resultOf(answer) ?? {};
  if (!two || outcome !== 'done') return answer;
  const waiting = (await getOne(id)).proposals;
  expect(waiting).toHaveLength(1);
  return (by === admin ? finance : admin).run('proposal agree', { id: waiting[0]!.id, reason: 'seen' });
};

describe('the catalogue on the desk', () => {
  // proves 7: GET operator/catalogue/all, GET operator/catalogue, GET operator/catalogue/history
  it.each(CATALOGUE_KINDS)('shows every %s to every role, as a list and as a page of each', async (kind) => {
    const { rows } = await listOf(kind);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows.slice(0, 8)) {
      const { entry, changes, proposals } = await getOne(row.id);
      expect(entry).toMatchObject({ id: row.id, name: row.name, changed: row.changed });
      expect(entry.facts).toEqual(expect.arrayContaining(row.facts));
      expect(proposals).toEqual([]);
      expect(changes.length).toBeGreaterThan(0);
    }
    expect((await finance.ask('GET', `operator/catalogue?id=${kind}.nowhere`)).status).toBe(404);
  });

  it('goes on page by page, and finds what is asked for', async () => {
    const { country } = (await call(app, 'GET', countryAll.path)).body.result as unknown as {
      country: { country_name: string }[];
    };
    const names: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Awaited<ReturnType<typeof listOf>> = await listOf('country', after && `&after=${after}`);
      expect(page.rows.length).toBeLessThanOrEqual(LIST_ROWS);
      names.push(...page.rows.map(({ name }) => name));
      after = page.next;
    }
    expect(names).toEqual(country.map((each) => each.country_name));
    expect((await listOf('country', '&find=malay')).rows.map(({ id, name }) => [id, name])).toContainEqual([
      expect.stringMatching(/^country\./),
      'Malaysia',
    ]);
    expect((await support.ask('GET', 'operator/catalogue/all?kind=country&after=country.nowhere')).status).toBe(400);
  });

  it('calls each change by the fields of its action, with what they are now', async () => {
    const [terms, picks] = (await getOne('package.1')).changes;
    expect(terms).toMatchObject({ action: 'package set', given: { id: '1' }, two: true });
    expect(terms!.fields.map(({ name, now, options }) => [name, now, options])).toEqual([
      ['name', 'X1 MAX', undefined],
      ['price', expect.stringMatching(/^\d/), undefined],
      ['max-profit', expect.stringMatching(/^\d/), undefined],
      ['fee', expect.stringMatching(/^\d/), undefined],
      ['roi-from', expect.stringMatching(/^\d/), undefined],
      ['roi-to', expect.stringMatching(/^\d/), undefined],
      ['active', 'yes', ['yes', 'no']],
    ]);
    expect(picks).toMatchObject({ action: 'blessing grant', two: true });
  });
});

interface Case {
  id: string;
  place?: number;
  by: 'admin' | 'finance';
  values: Record<string, string>;
  /** Of the page: a label, before and after. */
  fact: readonly [label: string, before: string, after: string];
  /** What a member finds afterwards. */
  seen?: () => Promise<unknown>;
  is?: unknown;
}

const optionOf = async () =>
  (await seen('wallet/withdraw/options'))['options'].find(
    (option: { wallet_type: number; network: string }) => option.wallet_type === 1 && option.network === 'TRC20',
  );
const pairOf = async (from: number, to: number) =>
  (await seen('wallet/swap/options'))['swap'].find(
    (pair: { swap_from_type: number; swap_to_type: number }) =>
      pair.swap_from_type === from && pair.swap_to_type === to,
  );

/** Of the rank that everybody has from the start. */
const NAMES = { zh: '会员', ch: '會員', kr: '회원', vi: 'Thành viên', th: 'สมาชิก', pt: 'Membro', my: 'Ahli', es: 'Miembro', gr: 'Mitglied' }; // prettier-ignore

const CASES: readonly Case[] = [
  {
    id: 'package.1',
    by: 'finance',
    values: { name: 'X1 ULTRA', active: 'yes' },
    fact: ['Name', 'X1 MAX', 'X1 ULTRA'],
    seen: async () => (await seen('package/all'))['package'][0].package_name,
    is: 'X1 ULTRA',
  },
  { id: 'package.1', place: 1, by: 'finance', values: { count: '3' }, fact: ['Raya picks', '0', '3'] },
  {
    id: 'country.211',
    by: 'admin',
    values: { shared: 'open' },
    fact: ['Shared contract', 'closed', 'open'],
    seen: async () =>
      (await seen('country/all'))['country'].find((each: { country_id: number }) => each.country_id === 211)
        .country_shared_closed,
    is: false,
  },
  {
    id: 'network.1',
    by: 'admin',
    values: { withdrawals: 'off', confirmations: '20' },
    fact: ['Withdrawals', 'on', 'off'],
    seen: async () => (await optionOf()).obstacle,
    is: 'err_network_closed',
  },
  {
    id: 'coin.1.1',
    by: 'finance',
    values: { fee: '2.5' },
    fact: ['Fee', '1', '2.5'],
    seen: async () => (await optionOf()).fee,
    is: '2.5',
  },
  { id: 'coin.1.1', place: 1, by: 'finance', values: { deposits: 'off' }, fact: ['Deposits', 'on', 'off'] },
  {
    id: 'swap.1.4',
    by: 'finance',
    values: { spread: '1.25' },
    fact: ['Spread, %', '0.5', '1.25'],
    seen: async () => (await pairOf(1, 4)).swap_spread_percent,
    is: '1.25',
  },
  {
    id: 'community.1',
    by: 'admin',
    values: { methods: '1|2|3' },
    fact: ['Payment methods', '1|2', '1|2|3'],
    seen: async () => (await seen('member/community'))['community'][0].community_payment_method,
    is: '1|2|3',
  },
  {
    id: 'rank.0',
    by: 'admin',
    values: { names: JSON.stringify({ ...NAMES, zh: '好友' }) },
    fact: ['Names in other languages zh', '会员', '好友'],
    seen: async () => (await seen('member/profile'))['member'].ranking_name_zh,
    is: '好友',
  },
  {
    id: 'rule.standing',
    by: 'admin',
    values: { sponsors: '5' },
    fact: ['Foundation: members sponsored', '3', '5'],
  },
  { id: 'rule.address_hold', by: 'finance', values: { hours: '48' }, fact: ['Hours', '24', '48'] },
  { id: 'rule.price_band', by: 'finance', values: { percent: '12' }, fact: ['Per cent', '10', '12'] },
];

describe('an entry', () => {
  it.each(CASES)('$id is changed by $values, and says who, why, before and after', async (one) => {
    const { id, by, values, fact, place = 0 } = one;
    const [label, before, after] = fact;
    const reason = `for ${label}`;
    const { two } = (await getOne(id)).changes[place]!;
    const lines = await historyOf(id);
    const answer = await change(by === 'admin' ? admin : finance, id, { ...values, reason }, place);
    expect(resultOf(answer)).toMatchObject({ outcome: 'done' });
    const [done, ...older] = await historyOf(id);
    expect(older).toEqual(lines);
    expect(done).toMatchObject({ actor: `operator:${emailOf(by)}`, reason, changes: [{ label, before, after }] });
    expect(done!.agreed_by).toBe(two ? `operator:${emailOf('admin')}` : null);
    const { entry, proposals } = await getOne(id);
    expect(proposals).toEqual([]);
    expect(entry.changed).toEqual({ at: done!.at, actor: done!.actor, reason });
    expect((await rowOf(id, entry.name))?.changed).toEqual(entry.changed);
    if (!label.includes('zh')) expect(await factOf(id, label)).toBe(after);
    if (one.seen) expect(await one.seen()).toEqual(one.is);
  });

  it('tells of which field the value is a text for each language', async () => {
    const told = (await getOne('rank.0')).changes[0]!.fields.map(({ name, languages }) => [name, languages]);
    expect(told).toEqual([
      ['name', undefined],
      ['names', true],
    ]);
  });

  it('says which field is wrong, and why', async () => {
    const wrong: [string, Record<string, string>, string, number?][] = [
      ['package.1', { name: 'x'.repeat(41) }, 'name'],
      ['package.1', { price: '10000001' }, 'price'],
      ['package.1', { price: '0' }, 'price'],
      ['package.1', { 'max-profit': '10000001' }, 'max-profit'],
      ['package.1', { fee: '-1' }, 'fee'],
      ['package.1', { 'roi-from': '1', 'roi-to': '0.5' }, 'roi-to'],
      ['package.1', { active: 'perhaps' }, 'active'],
      ['country.211', { 'calling-code': '12345' }, 'calling-code'],
      ['country.211', { 'name-zh': 'x'.repeat(81) }, 'name-zh'],
      ['country.211', { shared: 'ajar' }, 'shared'],
      ['network.1', { confirmations: '0' }, 'confirmations'],
      ['network.1', { explorer: 'http://x' }, 'explorer'],
      ['coin.1.1', { fee: '0' }, 'fee'],
      ['coin.1.1', { cold: 'much' }, 'cold', 1],
      ['coin.1.1', { contract: 'x', decimals: '6' }, 'contract', 2],
      ['swap.1.4', { spread: '51' }, 'spread'],
      ['swap.1.4', { fee: '-1' }, 'fee'],
      ['swap.1.4', { max: '0.5' }, 'max'],
      ['community.1', { methods: '1|99' }, 'methods'],
      ['rank.0', { names: '{"xx":"y"}' }, 'names'],
      ['rank.0', { name: 'x'.repeat(41) }, 'name'],
      ['rule.standing', { capital: '0' }, 'capital'],
      ['rule.address_hold', { hours: '9999' }, 'hours'],
      ['rule.price_band', { percent: '51' }, 'percent'],
    ];
    for (const [id, values, field, place = 0] of wrong) {
      const before = await getOne(id);
      const { action, given } = before.changes[place]!;
      const { outcome, lines, field: told } = resultOf(await admin.run(action, { ...given, ...values, reason: 'x' }));
      expect([id, values, outcome, told, lines.join(' ')]).toEqual([
        id,
        values,
        'refused',
        field,
        expect.stringMatching(/\w/),
      ]);
      expect(await getOne(id)).toEqual(before);
    }
  });

  it('is changed by nobody whose role may not, and not by one where two have to agree', async () => {
    for (const kind of CATALOGUE_KINDS) {
      const { rows } = await listOf(kind);
      const { entry, changes } = await getOne(rows[0]!.id);
      for (const { action, given, two, fields } of changes) {
        const values = { ...given, ...Object.fromEntries(fields.map(({ name, now }) => [name, now])), reason: 'x' };
        expect((await support.run(action, values)).status).toBe(403);
        if (!two) expect((await finance.run(action, values)).status).toBe(403);
      }
      expect((await getOne(entry.id)).entry).toEqual(entry);
    }
    await finance.run('swap set', { from: 'USDT', to: 'CW', spread: '2', reason: 'alone' });
    const [proposal] = (await getOne('swap.1.4')).proposals;
    expect(proposal).toMatchObject({ before: { spread: '1.25' } });
    expect(resultOf(await finance.run('proposal agree', { id: proposal!.id, reason: 'mine' })).outcome).toBe('refused');
    expect((await getOne('swap.1.2')).proposals).toEqual([]);
    // What it was proposed from is another value by now.
    await change(admin, 'swap.1.4', { spread: '3', reason: 'meanwhile' }).catch(() => undefined);
    const newest = (await getOne('swap.1.4')).proposals.find(({ input }) => input['spread'] === '3')!;
    await finance.run('proposal agree', { id: newest.id, reason: 'yes' });
    const late = resultOf(await admin.run('proposal agree', { id: proposal!.id, reason: 'yes' }));
    expect([late.outcome, late.lines[0]]).toEqual(['refused', expect.stringContaining('spread was 1.25')]);
    await finance.run('proposal decline', { id: proposal!.id, reason: 'no more' });
  });

  it.each([
    ['community.new', 'admin', { id: '7', name: 'Friends', methods: '2' }, 'community.7'],
    ['rank.new', 'admin', { id: '9', name: 'Star' }, 'rank.9'],
    ['swap.new', 'finance', { from: 'BTC', to: 'CW', spread: '1', fee: '0', min: '0.001', max: '1' }, 'swap.3.4'],
  ] as const)('%s is made by its page, and stands in the list', async (blank, by, values, id) => {
    expect(await getOne(blank)).toMatchObject({ entry: { changed: null, facts: expect.any(Array) } });
    expect(await historyOf(blank)).toEqual([]);
    const answer = await change(by === 'admin' ? admin : finance, blank, { ...values, reason: 'new' });
    if (by === 'finance') {
      const [made] = (await getOne(blank)).proposals;
      expect(resultOf(answer).outcome + String(made?.id)).toMatch(/^done/);
    }
    expect((await historyOf(id))[0]).toMatchObject({ reason: 'new' });
    expect((await getOne(id)).entry.changed).toMatchObject({ reason: 'new' });
  });
});
