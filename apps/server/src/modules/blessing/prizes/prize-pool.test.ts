import { UNIT, unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import { fillPrizePool, MONEY_ONLY, packsOf, positionOf } from '../../../../test/blessing-pool.ts';
import { eachInMoneyHouse } from '../../../../test/each-in-money-house.ts';
import { PEPPER, type MoneyHouse } from '../../../../test/money-house.ts';
import { buyX2 } from '../../../../test/purchases.ts';
import { openBlessing } from '../blessing.command.ts';
import { setFreeBlessings, setPrize } from './prize-pool.command.ts';
import { listPrizes } from './prize-pool.query.ts';

const OPERATOR = { actor: 'operator:test' as const, reason: 'test' };

describe('the prize pool', () => {
  const input = { id: 4, ...OPERATOR };
  let house: MoneyHouse;
  eachInMoneyHouse((fresh) => (house = fresh));

  it('takes a new count that leaves room for what is gone, and an unlimited one, and a limit again', async () => {
    const phuket = { id: 4, name: 'Phuket', min: 888, weight: 1_000_000, total: 66 };
    await fillPrizePool(house.pool, [...MONEY_ONLY, phuket], { count: 5 });
    await house.devices('x2', 10);
    const memberId = await house.member({ USDT: '10000' });
    await house.funnel.run(buyX2(memberId));
    expect((await listPrizes(house.pool)).find(({ id }) => id === 4)!.left).toBe(61);
    await expect(setPrize(house, { ...input, total: 4 })).rejects.toMatchObject({ code: 'err_quantity' });
    expect((await setPrize(house, { ...input, total: 5 })).line.left).toBe(0);
    expect((await setPrize(house, { ...input, total: null })).line.left).toBeNull();
    const [pack] = await packsOf(house.pool, memberId);
    const index = (positionOf(pack!, 'Phuket') + 1) % 9;
    await house.funnel.run(openBlessing(memberId, { packId: pack!.id, index, pepper: PEPPER }, null));
    expect((await setPrize(house, { ...input, total: 66 })).line.left).toBe(62);
    expect((await setPrize(house, { ...input, enabled: false, weight: 3 })).line.enabled).toBe(false);
  });

  it('refuses what would spoil dealt decks or confuse cards', async () => {
    await fillPrizePool(house.pool);
    const refused = async (change: object, code: string) =>
      expect(setPrize(house, { ...input, ...change })).rejects.toMatchObject({ code });
    await refused({ name: 'Phuket Deluxe' }, 'err_format');
    await refused({ minUnits: unitsOf('999') }, 'err_format');
    await refused({ id: 20, name: 'Bali', minUnits: UNIT, weight: 1 }, 'err_format');
    await refused({ id: 20, name: 'RW', minUnits: unitsOf('28'), weight: 1 }, 'err_format');
    await refused({ id: 20, name: 'RW', minUnits: unitsOf('0.5'), weight: 1 }, 'err_format');
    await refused({ id: 20, name: 'Big Package', minUnits: unitsOf('50'), weight: 1 }, 'err_package_unavailable');
    await refused(
      { id: 20, name: 'Big Package', minUnits: unitsOf('50'), weight: 1, packageId: 5 },
      'err_package_unavailable',
    );
    await refused({ packageId: 3 }, 'err_package_unavailable');
    // Decks that are sealed promise a voucher of the package that it had.
    await refused({ id: 6, packageId: 4 }, 'err_format');
    await refused({ weight: -1 }, 'err_quantity');
    await refused({ id: 20, name: 'RW' }, 'err_required');
  });

  it('tells the audit log what was changed', async () => {
    await fillPrizePool(house.pool);
    await setPrize(house, { ...input, weight: 11 });
    await setFreeBlessings(house, { packageId: 5, count: 3, ...OPERATOR });
    await expect(setFreeBlessings(house, { packageId: 5, count: 21, ...OPERATOR })).rejects.toMatchObject({
      code: 'err_quantity',
    });
    const { rows } = await house.pool.query('SELECT action, subject, detail FROM audit ORDER BY id DESC LIMIT 2');
    expect(rows[1]).toMatchObject({ action: 'prize.set', detail: { before: { weight: 10 }, after: { weight: 11 } } });
    expect(rows[0]).toMatchObject({ action: 'package.blessings', detail: { before: 1, after: 3 } });
  });
});
