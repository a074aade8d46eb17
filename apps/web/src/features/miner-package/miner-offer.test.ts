import type { MinerPackage } from '@minerx/contract/miner-package';
import { minerPackageById } from '@minerx/rules/miner-package';
import { unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import { offerOf, outlookOf } from './miner-offer.ts';

const shared: MinerPackage = {
  package_id: 2,
  package_name: 'X1 MAX Shared',
  package_price: '100',
  package_quantity: 10,
  package_max_profit: '2500',
  package_roi_display: '0.0000067',
  package_roi_display_max: '0.0000193',
  package_free_angpau_qty: 0,
  package_activate_price: '10',
};

const x2: MinerPackage = {
  ...shared,
  package_id: 5,
  package_price: '1000',
  package_max_profit: '30000',
  package_roi_display: '0.0000691',
  package_roi_display_max: '0.000192',
};

const network = { bits: '1701fca1', height: 900_000, poolFeePpm: 20_000 };

describe('a miner package on the screens', () => {
  // proves 9: price × quantity; profit as a multiple
  it('costs its price times its quantity, and says its profit as a multiple of that', () => {
    const offer = offerOf(shared, minerPackageById(2));
    expect(offer.unitPriceUnits).toBe(unitsOf('1000'));
    expect(offer.multipleUnits).toBe(unitsOf('2.5'));
    expect(offerOf(x2, minerPackageById(5)).multipleUnits).toBe(unitsOf('3'));
  });

  // proves 9: daily profit of one share, and × quantity on X2
  it('shows the contract figures of one share on X1 and of all ten miners on X2', () => {
    const offer = offerOf(shared, minerPackageById(2));
    expect([offer.dailyOf, offer.dailyMinUnits, offer.unitThs]).toEqual(['share', unitsOf('0.0000067'), 76]);
    const big = offerOf(x2, minerPackageById(5));
    expect([big.dailyOf, big.dailyMinUnits, big.dailyMaxUnits, big.unitThs]).toEqual([
      'unit',
      unitsOf('0.000691'),
      unitsOf('0.00192'),
      760,
    ]);
  });
});

describe('the outlook of the network', () => {
  it('is what an order buys: all ten shares, and all ten miners', () => {
    const shares = outlookOf(offerOf(shared, minerPackageById(2)), network, unitsOf('100000'));
    const miners = outlookOf(offerOf(x2, minerPackageById(5)), network, unitsOf('100000'));
    expect(shares.dailyUsdUnits).toBeGreaterThan(unitsOf('1'));
    expect(miners.dailyUnits / 10n - shares.dailyUnits).toBeLessThanOrEqual(1n);
  });

  it('says nothing of dollars without a BTC price', () => {
    const { dailyUnits, dailyUsdUnits } = outlookOf(offerOf(shared, minerPackageById(2)), network, 0n);
    expect([dailyUnits > 0n, dailyUsdUnits]).toEqual([true, null]);
  });
});
