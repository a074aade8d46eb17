import { describe, expect, it } from 'vitest';
import { displayUnits, unitsOf } from '../wallet/money.ts';
import {
  canBuyOnPage,
  devicesPerUnit,
  isPackageId,
  isClosedToCountry,
  isValidQuantity,
  maxProfitMultiple,
  MINER_PACKAGES,
  minerPackageById,
  packageTotalUnits,
  sharesTenths,
  SHARED_GROUP_SIZE,
} from './miner-package.ts';

describe('the five packages', () => {
  // proves 9: packages 1 to 4 on X1 (3 and 4 vouchers), 5 on X2
  it('are X1 own, X1 shared, their voucher twins, and X2', () => {
    expect(MINER_PACKAGES.map(({ id, line, kind, isVoucher }) => [id, line, kind, isVoucher])).toEqual([
      [1, 'x1', 'own', false],
      [2, 'x1', 'shared', false],
      [3, 'x1', 'own', true],
      [4, 'x1', 'shared', true],
      [5, 'x2', 'x2', false],
    ]);
    expect(minerPackageById(2).kind).toBe('shared');
    expect([0, 5, 6].map(isPackageId)).toEqual([false, true, false]);
  });

  it('sell on their own page only, vouchers on none', () => {
    expect(MINER_PACKAGES.map(({ id }) => canBuyOnPage(id, 'x1'))).toEqual([true, true, false, false, false]);
    expect(MINER_PACKAGES.map(({ id }) => canBuyOnPage(id, 'x2'))).toEqual([false, false, false, false, true]);
  });

  // proves 9: a shared unit is ten shares
  it('give a whole miner, a tenth of each of ten miners, or ten whole miners', () => {
    expect([devicesPerUnit('own'), sharesTenths('own')]).toEqual([1, 10]);
    expect([devicesPerUnit('shared'), sharesTenths('shared')]).toEqual([10, 1]);
    expect([devicesPerUnit('x2'), sharesTenths('x2')]).toEqual([10, 10]);
  });

  it('make every shared group use its ten devices completely', () => {
    expect(SHARED_GROUP_SIZE * sharesTenths('shared')).toBe(10);
  });

  // proves 9: country 211 and package 2
  it('withhold the shared contract from country 211 and nothing else', () => {
    const closedIn = (sharedClosed: boolean) => MINER_PACKAGES.map(({ id }) => isClosedToCountry(id, { sharedClosed }));
    expect(closedIn(true)).toEqual([false, true, false, true, false]);
    expect(closedIn(false)).toEqual([false, false, false, false, false]);
  });
});

describe('prices', () => {
  it('multiply price, package quantity and quantity', () => {
    expect(packageTotalUnits(unitsOf('1000'), 1, 3)).toBe(unitsOf('3000'));
    expect(packageTotalUnits(unitsOf('100'), 10, 2)).toBe(unitsOf('2000'));
    expect(packageTotalUnits(unitsOf('1000'), 10, 1)).toBe(unitsOf('10000'));
  });

  // proves 5: quantity from 1 to 100, step 1
  // proves 9: quantity at least 1, step 1
  it('take a quantity from 1 to 100', () => {
    expect([0, 1, 100, 101, 1.5, -1, Number.NaN].map(isValidQuantity)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('show the maximum profit as a multiple with two decimals', () => {
    expect(displayUnits(maxProfitMultiple(unitsOf('2500'), unitsOf('1000')), 2)).toBe('2.50');
    expect(displayUnits(maxProfitMultiple(unitsOf('2999.99'), unitsOf('1000')), 2)).toBe('2.99');
    expect(maxProfitMultiple(unitsOf('2500'), 0n)).toBe(0n);
  });
});
