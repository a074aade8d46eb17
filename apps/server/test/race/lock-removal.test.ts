import { unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../src/db/test-database.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { checkLedger } from '../../src/modules/integrity/integrity.query.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { openBlessing } from '../../src/modules/blessing/blessing.command.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import { endStake, stakeTokens } from '../../src/modules/staking/staking.command.ts';
import { redeemVoucherCommand } from '../../src/modules/voucher/voucher.command.ts';
import { voucherCodeHash } from '../../src/modules/voucher/voucher.ledger.ts';
import { Refusal } from '../../src/refusal.ts';
import { fillPrizePool, MONEY_ONLY, packsOf } from '../blessing-pool.ts';
import { moneyHouse, PEPPER } from '../money-house.ts';
import type { MoneyHouse } from '../money-house.ts';
import { buy, buyX2 } from '../purchases.ts';

type Runs = readonly ((funnel: Funnel) => Promise<unknown>)[];

const rich = (house: MoneyHouse): Promise<bigint> => house.member({ CW: '100000', AOGTD: '1000' });

const bought = async (house: MoneyHouse, member: bigint): Promise<string> =>
  (await house.funnel.run(buy(member, 1))).orderIds[0]!;

const hasPrizes = async (house: MoneyHouse): Promise<boolean> =>
  (await house.pool.query('SELECT FROM blessing_prize LIMIT 1')).rowCount === 1;

/** Two funnels at once, each doing one of these: what the lock is there for. */
const RACES: Record<string, (house: MoneyHouse) => Promise<Runs>> = {
  'one order is activated by both': async (house) => {
    const member = await rich(house);
    const id = await bought(house, member);
    return [0, 1].map(() => (funnel) => funnel.run(activateOrder(member, id, null)));
  },
  'two orders are activated with the money for one': async (house) => {
    const member = await house.member({ CW: '2000', AOGTD: '20' });
    const ids = [await bought(house, member), await bought(house, member)];
    return ids.map((id) => (funnel) => funnel.run(activateOrder(member, id, null)));
  },
  'two members buy a miner each': async (house) => {
    const members = [await rich(house), await rich(house)];
    return members.map((member) => (funnel) => funnel.run(buy(member, 1)));
  },
  'two members queue for a group each': async (house) => {
    const members = [await rich(house), await rich(house)];
    return members.map((member) => (funnel) => funnel.run(buy(member, 2)));
  },
  'one NFT is withdrawn by both': async (house) => {
    const member = await house.member({ USDT: '100' });
    const { id: nftId } = await issueNft(
      house,
      member,
      { category: 'rare' },
      { actor: 'operator:test', reason: 'test' },
    );
    const input = { nftId, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', seenFeeUnits: null };
    return [0, 1].map(() => (funnel) => funnel.run(withdrawNft(member, input, null)));
  },
  'one pack is opened by both': async (house) => {
    if (!(await hasPrizes(house))) await fillPrizePool(house.pool, MONEY_ONLY, { packageId: 1 });
    const member = await rich(house);
    await bought(house, member);
    const [pack] = await packsOf(house.pool, member);
    const input = { packId: pack!.id, pepper: PEPPER };
    return [0, 1].map((index) => (funnel) => funnel.run(openBlessing(member, { ...input, index }, null)));
  },
  'a limited prize is dealt to both': async (house) => {
    if (!(await hasPrizes(house)))
      await fillPrizePool(house.pool, [
        ...MONEY_ONLY,
        { id: 9, name: 'Dubai', min: 2888, weight: 1_000_000, total: 66 },
      ]);
    await house.devices('x2', 20);
    const members = await Promise.all([0, 1].map(() => house.member({ USDT: '10000' })));
    return members.map((member) => (funnel) => funnel.run(buyX2(member)));
  },
  'one stake is ended by both': async (house) => {
    const member = await house.member({ AOGP: '10', GBPT: '2500' });
    const input = { typeId: 1, amountUnits: unitsOf('10'), amount2Units: unitsOf('2500') };
    house.clock.at -= 28 * 86_400_000;
    const { stakeId } = await house.funnel.run(stakeTokens(member, input, null));
    house.clock.at += 28 * 86_400_000;
    return [0, 1].map(() => (funnel) => funnel.run(endStake(member, stakeId)));
  },
  'two members redeem one voucher': async (house) => {
    const hash = voucherCodeHash(PEPPER, await house.voucher(3, '1000'));
    const members = [await house.member(), await house.member()];
    return members.map((member) => (funnel) => funnel.run(redeemVoucherCommand(member, hash, null)));
  },
};

/**
 * Runs a race at most `rounds` times, until one of the signs is caught, or anything at all when none is named: the names of broken
 * equations, and faults of the database.
 */
const raceUnlocked = async (
  unlocked: readonly string[],
  race: keyof typeof RACES,
  rounds: number,
  signs: readonly string[] = [],
): Promise<Set<string>> => {
  const database = await testDatabase();
  const house = await moneyHouse(database);
  const caught = new Set<string>();
  const isOver = (): boolean => (signs.length === 0 ? caught.size > 0 : signs.some((sign) => caught.has(sign)));
  try {
    await house.devices('x1', 200);
    const funnels = [0, 1].map(() => house.secondFunnel({ unsafeWithoutLocks: unlocked }));
    for (let round = 0; round < rounds && !isOver(); round += 1) {
      const runs = await RACES[race]!(house);
      const outcomes = await Promise.allSettled(runs.map((run, n) => run(funnels[n]!)));
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled' || outcome.reason instanceof Refusal) continue;
        caught.add((outcome.reason as { constraint?: string }).constraint ?? (outcome.reason as Error).message);
      }
      for (const { name, violations } of await checkLedger(database.pool)) if (violations > 0n) caught.add(name);
    }
    await Promise.all(funnels.map((funnel) => funnel.drain()));
  } finally {
    await house.close();
    await database.drop();
  }
  return caught;
};

describe('a lock that is removed on purpose is missed', () => {
  it.each([
    [['orders'], 'one order is activated by both', ['order-activation']],
    [['accounts'], 'two orders are activated with the money for one', ['balances']],
    [['stock'], 'two members queue for a group each', ['lines', 'the shared queue is shorter than the stock row says']],
    [['stock', 'vouchers'], 'two members redeem one voucher', ['miner_order_voucher_id_key']],
    [['nfts', 'accounts'], 'one NFT is withdrawn by both', ['nft_withdrawal_pending']],
    [['packs', 'accounts'], 'one pack is opened by both', ['blessing_opened_pkey']],
    [['stock', 'devices', 'prizes'], 'a limited prize is dealt to both', ['blessing-pool']],
    [['stakes', 'accounts'], 'one stake is ended by both', ['stakes', 'balances']],
    [['stock', 'devices'], 'two members buy a miner each', ['allocations']],
  ] as const)(
    '%j: %s, and that shows as %j',
    async (unlocked, race, signs) => {
      const caught = await raceUnlocked(unlocked, race, 40, signs);
      expect(signs.some((sign) => caught.has(sign))).toBe(true);
    },
    60_000,
  );

  it.each(Object.keys(RACES))(
    'with all locks: %s, and nothing is wrong',
    async (race) => {
      expect([...(await raceUnlocked([], race, 6))]).toEqual([]);
    },
    60_000,
  );
});
