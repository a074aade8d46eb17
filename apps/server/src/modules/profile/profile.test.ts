import { memberProfile } from '@minerx/contract/profile';
import { memberCommunity, packageAll, packageAll2, packageSubscriber } from '@minerx/contract/miner-package';
import { walletAll } from '@minerx/contract/wallet';
import { WALLETS } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readApi, rowsOf, type ReadApi } from '../../../test/read-api.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { addCommunityRoutes } from '../community/community.route.ts';
import { addMinerPackageRoutes } from '../miner-package/miner-package.route.ts';
import { addWalletRoutes } from '../wallet/wallet.route.ts';
import { addProfileRoutes } from './profile.route.ts';

const ME = 1000n;
let database: TestDatabase;
let api: ReadApi;
let rows: ReturnType<typeof rowsOf>;

beforeAll(async () => {
  database = await testDatabase();
  rows = rowsOf(database);
  await rows.reference();
  await rows.member(ME);
  await rows.member(2000n);
  for (const [wallet, balance] of [
    [1, 1_234_567_890n],
    [3, 5n],
    [11, 100_000_000n],
  ] as const) {
    await rows.insert('account', { id: ME * 16n + BigInt(wallet), balance });
  }
  await rows.insert('account', { id: 2000n * 16n + 1n, balance: 999n });
  for (const status of [1, 2, 9]) await rows.order(ME, status);
  await rows.order(ME, 10);
  await rows.order(2000n, 1);
  api = await readApi(database, '2026-11-20T12:00:00Z', (made) => {
    addProfileRoutes(made);
    addWalletRoutes(made);
    addMinerPackageRoutes(made);
    addCommunityRoutes(made);
  });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

describe('the profile', () => {
  // proves 7: GET member/profile (implied)
  it('carries the member, every wallet by position and their types', async () => {
    const { body } = await api.get(ME, 'member/profile');
    const { member } = z.parse(memberProfile.result, body.result);
    expect(member).toMatchObject({
      member_username: 'member1000',
      member_referral_code: 'CODE1000',
      ranking_name: 'Member',
      member_created_date: '2026-01-02T03:04:05.000Z',
      member_detail_countryid: 132,
    });
    expect(member.member_wallet).toHaveLength(WALLETS.length);
    expect(member.member_wallet.slice(0, 11).map((wallet) => wallet.member_wallet_balance)).toEqual([
      '12.3456789',
      '0',
      '0.00000005',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '1',
    ]);
    expect(member.member_wallet_type.map((type) => type.member_wallet_type_name).slice(0, 3)).toEqual([
      'USDT',
      'AOGTD',
      'BTC',
    ]);
  });

  it('says what is set aside of each wallet, and for what', async () => {
    const held = async () =>
      z.parse(memberProfile.result, (await api.get(ME, 'member/profile')).body.result).member.member_held;
    expect(await held()).toEqual([]);
    for (const [owner, member, reason, state, wallets] of [
      [6001n, ME, 'withdrawal', 'open', { 1: 6_100_000_000n }],
      [6002n, ME, 'withdrawal', 'open', { 1: 50n, 11: 3n }],
      [6003n, ME, 'waiting_order', 'open', { 1: 1_000_000_000_000n, 4: 0n, 5: 7n }],
      [6004n, ME, 'staking', 'taken', { 1: 0n }],
      [6005n, 2000n, 'withdrawal', 'open', { 1: 900n }],
    ] as const) {
      await rows.insert('hold', {
        owner_id: owner,
        member_id: member,
        reason,
        state,
        deadline_at: '2026-12-01T00:00:00Z',
      });
      for (const [wallet, balance] of Object.entries(wallets))
        await rows.insert('account', { id: owner * 16n + BigInt(wallet), balance });
    }
    expect(await held()).toEqual([
      { member_wallet_type_id: 1, held_for: 'waiting_order', amount: '10000' },
      { member_wallet_type_id: 1, held_for: 'withdrawal', amount: '61.0000005' },
      { member_wallet_type_id: 5, held_for: 'waiting_order', amount: '0.00000007' },
      { member_wallet_type_id: 11, held_for: 'withdrawal', amount: '0.00000003' },
    ]);
  });

  it('counts own orders that were not cancelled as capital', async () => {
    const { body } = await api.get(ME, 'member/profile');
    expect(z.parse(memberProfile.result, body.result).member.member_capital).toBe('3000');
  });

  it('tells whether a miner of the member was ever activated: until then home shows the way', async () => {
    const hasMined = async (): Promise<boolean> =>
      z.parse(memberProfile.result, (await api.get(3000n, 'member/profile')).body.result).member.member_has_mined;
    await rows.member(3000n);
    expect(await hasMined()).toBe(false);
    await rows.order(3000n, 2);
    expect(await hasMined()).toBe(false);
    await rows.order(3000n, 9);
    expect(await hasMined()).toBe(true);
  });

  it('is refused to a member who is gone', async () => {
    expect(await api.get(4711n, 'member/profile')).toMatchObject({ status: 401 });
  });
});

describe('what every member reads', () => {
  // proves 7: GET wallet/all
  it('prices come with their source', async () => {
    const { wallet_type: types } = z.parse(walletAll.result, (await api.get(ME, 'wallet/all')).body.result);
    expect(types).toHaveLength(WALLETS.length);
    expect(types[0]?.source).toEqual({ name: 'operator', simulated: false, at: '2026-11-20T00:00:00.000Z' });
  });

  // proves 7: GET package/all
  // proves 7: GET package/all2
  it('packages come by page, with the length of the shared queue', async () => {
    const x1 = z.parse(packageAll.result, (await api.get(ME, 'package/all')).body.result);
    expect(x1.package.map((known) => known.package_id)).toEqual([1, 2, 3, 4]);
    expect(x1).toMatchObject({
      queue: 2,
      package: [{ package_price: '1000', package_roi_display: '0.0000691' }, {}, {}, {}],
    });
    const x2 = z.parse(packageAll2.result, (await api.get(ME, 'package/all2')).body.result);
    expect(x2.package.map((known) => known.package_id)).toEqual([5]);
  });

  // proves 7: GET package/subscriber
  it('stock is told for both lines', async () => {
    const stock = z.parse(packageSubscriber.result, (await api.get(ME, 'package/subscriber')).body.result);
    expect(stock).toEqual({
      total_stock: 100,
      used_stock: 3,
      waiting_stock: 1,
      total_stock_x2: 5,
      used_stock_x2: 0,
      waiting_stock_x2: 0,
    });
  });

  // proves 7: GET member/community
  it('the community names its payment methods', async () => {
    const { community } = z.parse(memberCommunity.result, (await api.get(ME, 'member/community')).body.result);
    expect(community).toEqual([{ community_payment_method: '1|2' }]);
  });
});
