import { memberMyteam, memberMyteamDetails, memberMyteamSearch } from '@minerx/contract/team';
import { unitsOf } from '@minerx/rules/money';
import { TEAM_PAGE_SIZE } from '@minerx/rules/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readApi, rowsOf, type Read, type ReadApi } from '../../../test/read-api.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { foldAllTeamDeltas, recomputeStanding } from './team-fold.command.ts';
import { addTeamRoutes } from './team.route.ts';

/**
 *   1000 ── 1001 ── 1003 ── 1005
 *        └─ 1002 ── 1004
 *   2000 ── 2001
 */
const ROOT = 1000n;
const OTHER = 2000n;
let database: TestDatabase;
let api: ReadApi;
let rows: ReturnType<typeof rowsOf>;

beforeAll(async () => {
  database = await testDatabase();
  rows = rowsOf(database);
  await rows.reference();
  await rows.member(ROOT);
  for (const [id, sponsor] of [
    [1001n, ROOT],
    [1002n, ROOT],
    [1003n, 1001n],
    [1004n, 1002n],
    [1005n, 1003n],
  ] as const)
    await rows.member(id, { sponsor_id: sponsor });
  await rows.member(OTHER);
  await rows.member(2001n, { sponsor_id: OTHER });
  await rows.order(ROOT, 1);
  await rows.order(1001n, 1, { amount_units: unitsOf('10') });
  await rows.order(1003n, 6, { amount_units: unitsOf('200') });
  await rows.order(1003n, 10, { amount_units: unitsOf('5000') });
  await rows.order(1005n, 2, { amount_units: unitsOf('3000') });
  await rows.order(2001n, 1);
  await foldAllTeamDeltas(database.pool);
  api = await readApi(database, '2026-11-20T12:00:00Z', addTeamRoutes);
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const search = async (viewer: bigint, query = '') => {
  const { body } = await api.get(viewer, `member/myteam/search${query}`);
  return z.parse(memberMyteamSearch.result, body.result);
};
const details = async (viewer: bigint, query = '') => {
  const { body } = await api.get(viewer, `member/myteam/details${query}`);
  return z.parse(memberMyteamDetails.result, body.result);
};
const names = ({ data }: { data: { member_username: string }[] }) => data.map((row) => row.member_username);
const withoutId = ({ status, body }: Read) => ({ status, body: { ...body, request_id: undefined } });

describe('the own team', () => {
  // proves 7: GET member/myteam
  it('counts the first level and the whole downline, without own and cancelled orders', async () => {
    const { body } = await api.get(ROOT, 'member/myteam');
    expect(z.parse(memberMyteam.result, body.result)).toEqual({
      direct_sponsor: 2,
      direct_sales: '10',
      group_sponsor: 5,
      group_sales: '3210',
    });
  });

  it('is empty for who has brought nobody', async () => {
    const { body } = await api.get(1004n, 'member/myteam');
    expect(body.result).toEqual({ direct_sponsor: 0, direct_sales: '0', group_sponsor: 0, group_sales: '0' });
  });
});

describe('the tree', () => {
  // proves 7: GET member/myteam/search
  it('begins with the first level, newest first', async () => {
    const { data, next } = await search(ROOT);
    expect(next).toBeNull();
    expect(data.map((node) => node.member_username)).toEqual(['member1002', 'member1001']);
    expect(data[1]).toMatchObject({
      generation: 1,
      direct_sponsor: 1,
      group_sponsor: 2,
      member_capital: '10',
      direct_sales: '200',
      group_sales: '3200',
      foundation: false,
      legacy: false,
      member_created_date: '2026-01-02T03:04:05.000Z',
      ranking: { ranking_name: 'Member', ranking_name_zh: '会员', ranking_name_gr: 'Mitglied' },
      downline: [],
    });
  });

  it('stands by capital or group sales where that is asked, in pages that neither repeat nor skip', async () => {
    expect(names(await search(ROOT, '?sort=capital'))).toEqual(['member1001', 'member1002']);
    expect(names(await search(ROOT, '?sort=sales'))).toEqual(['member1001', 'member1002']);
    expect(names(await search(ROOT, '?sort=sales&after=member1001'))).toEqual(['member1002']);
    expect(await api.get(ROOT, 'member/myteam/search?sort=name')).toMatchObject({
      status: 400,
      body: { err_code: 'err_validation', err_fields: { sort: 'err_format' } },
    });
    const sponsor = 9000n;
    await rows.member(sponsor);
    const size = TEAM_PAGE_SIZE + 5;
    for (let n = 1n; n <= size; n += 1n) {
      await rows.member(sponsor + n, { sponsor_id: sponsor });
      // Every third has none, and so no row of figures.
      if (n % 3n > 0n) await rows.order(sponsor + n, 1, { amount_units: unitsOf(String((n * 7n) % 10n)) });
    }
    await foldAllTeamDeltas(database.pool);
    const first = await search(sponsor, '?sort=capital');
    const second = await search(sponsor, `?sort=capital&after=${first.next}`);
    expect(second.next).toBeNull();
    const all = [...first.data, ...second.data];
    expect(new Set(names({ data: all })).size).toBe(size);
    const capitals = all.map(({ member_capital }) => unitsOf(member_capital));
    expect(capitals).toEqual(capitals.toSorted((a, b) => Number(b - a)));
  });

  // proves 4: team tree: one level at a time
  it('opens a member to the level below, counted from the viewer', async () => {
    const opened = await search(ROOT, '?member_username=member1003');
    expect(opened.data.map((node) => [node.member_username, node.generation])).toEqual([['member1005', 3]]);
    expect((await search(1001n, '?member_username=member1003')).data[0]?.generation).toBe(2);
    expect((await search(ROOT, '?member_username=member1005')).data).toEqual([]);
  });

  // proves 5: team search by exact username
  it('finds exactly one member at any depth, however the name is typed', async () => {
    const { data } = await search(ROOT, '?member_username=%20Member1005&search=1');
    expect(data.map((node) => [node.member_username, node.generation])).toEqual([['member1005', 3]]);
  });

  it('never shows who is not below the viewer: not above, not beside, not himself; all answer as nobody does', async () => {
    const nobody = withoutId(await api.get(1001n, 'member/myteam/search?member_username=nobody&search=1'));
    expect(nobody).toMatchObject({ status: 404, body: { err_code: 'err_not_found' } });
    for (const name of ['member1000', 'member1001', 'member1002', 'member1004', 'member2000', 'member2001', 'root']) {
      for (const path of [
        `member/myteam/search?member_username=${name}`,
        `member/myteam/search?member_username=${name}&search=1`,
        `member/myteam/search?after=${name}`,
        `member/myteam/details?member_username=${name}`,
        `member/myteam/details?after=${name}`,
      ])
        expect([path, withoutId(await api.get(1001n, path))]).toEqual([path, nobody]);
    }
  });

  it('gives thousands in pages that neither repeat nor skip while new members join', async () => {
    const sponsor = 3000n;
    await rows.member(sponsor);
    const size = TEAM_PAGE_SIZE * 2 + 7;
    for (let n = 1; n <= size; n += 1) await rows.member(sponsor + BigInt(n), { sponsor_id: sponsor });
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await search(sponsor, after === '' ? '' : `?after=${after}`);
      seen.push(...names(page));
      after = page.next;
      await rows.member(4000n + BigInt(seen.length), { sponsor_id: sponsor });
    }
    expect(seen).toEqual(Array.from({ length: size }, (_, n) => `member${3000 + size - n}`));
  });
});

describe('Foundation and Legacy', () => {
  const RULES = {
    foundation: { member_capital: '1000', direct_sponsor: 3 },
    legacy: { group_sales: '100000' },
  };

  // proves 7: GET member/myteam/details
  it('are listed from the first level with the totals of capital and group sales', async () => {
    const leader = 6000n;
    await rows.member(leader);
    await rows.member(6001n, { sponsor_id: leader });
    await rows.member(6002n, { sponsor_id: leader });
    for (const id of [6003n, 6004n, 6005n]) await rows.member(id, { sponsor_id: 6001n });
    await rows.order(6001n, 1, { amount_units: unitsOf('1000') });
    await rows.order(6004n, 1, { amount_units: unitsOf('40') });
    await foldAllTeamDeltas(database.pool);
    expect(await details(leader)).toEqual({
      data: [
        { member_username: 'member6001', foundation: true, legacy: false, member_capital: '1000', group_sales: '40' },
      ],
      next: null,
      foundation: { count: 1, total: '1040' },
      legacy: { count: 0, total: '0' },
      both: 0,
      neither: 1,
      rules: RULES,
    });
    await rows.order(6005n, 1, { amount_units: unitsOf('99960') });
    await foldAllTeamDeltas(database.pool);
    expect(await details(leader)).toMatchObject({
      data: [{ legacy: true }],
      foundation: { count: 1 },
      legacy: { count: 1, total: '101000' },
      // One of two, though each count has one.
      both: 1,
      neither: 1,
    });
    expect(await details(leader, '?member_username=member6001')).toMatchObject({
      legacy: { count: 1, total: '101000' },
      both: 1,
      neither: 0,
    });
    expect(await details(leader, '?member_username=member6005')).toEqual({
      data: [],
      next: null,
      foundation: { count: 0, total: '0' },
      legacy: { count: 0, total: '0' },
      both: 0,
      neither: 1,
      rules: RULES,
    });
  });

  it('count each order once: who stands below another is in that one’s sales, not in the list, and is found by name', async () => {
    const leader = 7000n;
    await rows.member(leader);
    await rows.member(7001n, { sponsor_id: leader });
    for (const id of [7002n, 7003n, 7004n]) await rows.member(id, { sponsor_id: 7001n });
    for (const id of [7005n, 7006n, 7007n]) await rows.member(id, { sponsor_id: 7004n });
    for (const id of [7001n, 7004n, 7007n]) await rows.order(id, 1, { amount_units: unitsOf('1000') });
    await foldAllTeamDeltas(database.pool);
    const listed = await details(leader);
    expect(names(listed)).toEqual(['member7001']);
    // All that the team has bought, and not 3000 more of 7004, which is a Foundation member too.
    expect(listed).toMatchObject({ foundation: { count: 1, total: '3000' } });
    const { body } = await api.get(leader, 'member/myteam');
    expect(body.result).toMatchObject({ group_sales: '3000' });
    expect(await details(leader, '?member_username=member7004')).toMatchObject({
      data: [{ foundation: true }],
      foundation: { count: 1, total: '2000' },
    });
  });

  it('follow the rules of the operators from the next recomputation on', async () => {
    await rows.insert('setting', {
      key: 'foundation_rule',
      value: JSON.stringify({ capital: '10', direct_sponsor: 1 }),
    });
    expect(await recomputeStanding(database.pool)).toBeGreaterThan(0);
    const told = await details(ROOT);
    expect(names(told)).toEqual(['member1001']);
    expect(told).toMatchObject({ rules: { foundation: { member_capital: '10', direct_sponsor: 1 } } });
    expect(await recomputeStanding(database.pool)).toBe(0);
  });
});
