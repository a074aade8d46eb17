import type { MinerPackage } from '@minerx/contract/miner-package';
import {
  devicesPerUnit,
  maxProfitMultiple,
  packageTotalUnits,
  sharesTenths,
  WHOLE_DEVICE_TENTHS,
} from '@minerx/rules/miner-package';
import type { MinerPackage as KnownPackage, PackageId, PackageKind, PackageLine } from '@minerx/rules/miner-package';
import { expectedDailyReward, MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';
import { mulDivFloor, UNIT, units, unitsFrom, type Units } from '@minerx/rules/money';

/** A miner package as the screens show it. One unit bought is one order. */
export interface MinerOffer {
  id: PackageId;
  line: PackageLine;
  kind: PackageKind;
  isVoucher: boolean;
  /** Packages in a unit: 1, or 10. */
  packageQuantity: number;
  /** USDT for one package. */
  packagePriceUnits: Units;
  /** USDT for one unit. */
  unitPriceUnits: Units;
  /** Dollars that one unit can earn before it ends. */
  maxProfitUnits: Units;
  /** The same as a multiple of the price, × 1e8. */
  multipleUnits: Units;
  /** USDT to be paid in AOGTD when one unit is activated. */
  activationFeeUnits: Units;
  freeBlessings: number;
  /** Contract figures, BTC a day; for `dailyOf`. */
  dailyMinUnits: Units;
  dailyMaxUnits: Units;
  /** What the daily figures are for: one share on the X1 page's shared contract, else the whole unit. */
  dailyOf: 'share' | 'unit';
  /** The whole unit's hashrate. */
  unitThs: number;
}

/**
 * Reads a package of the contract. The contract figures are for one package; the X2 page multiplies them with the package
 * quantity (specification §9), the X1 page does not.
 */
export function offerOf(from: MinerPackage, { id, line, kind, isVoucher }: KnownPackage): MinerOffer {
  const packageQuantity = from.package_quantity;
  const packagePriceUnits = unitsFrom(from.package_price);
  const unitPriceUnits = packageTotalUnits(packagePriceUnits, packageQuantity, 1);
  const maxProfitUnits = unitsFrom(from.package_max_profit);
  const times = line === 'x2' ? BigInt(packageQuantity) : 1n;
  const unitThs = (MAX_HASHRATE_THS * devicesPerUnit(kind) * sharesTenths(kind)) / WHOLE_DEVICE_TENTHS;
  const dailyOf = kind === 'shared' ? 'share' : 'unit';
  return {
    id,
    line,
    kind,
    isVoucher,
    packageQuantity,
    packagePriceUnits,
    unitPriceUnits,
    maxProfitUnits,
    multipleUnits: maxProfitMultiple(maxProfitUnits, unitPriceUnits),
    activationFeeUnits: unitsFrom(from.package_activate_price),
    freeBlessings: from.package_free_angpau_qty,
    dailyMinUnits: units(unitsFrom(from.package_roi_display) * times),
    dailyMaxUnits: units(unitsFrom(from.package_roi_display_max) * times),
    dailyOf,
    unitThs,
  };
}

interface Outlook {
  /** BTC a day of one unit, which is what an order buys, after the pool fee. */
  dailyUnits: Units;
  /** The same in dollars at the BTC price given; null without one. */
  dailyUsdUnits: Units | null;
}

/** What the network as it is now would give. An estimate: only measured work is ever credited. */
export function outlookOf(
  { unitThs }: MinerOffer,
  { bits, height, poolFeePpm }: { bits: string; height: number; poolFeePpm: number },
  btcPriceUnits: bigint,
): Outlook {
  const dailyUnits = expectedDailyReward({ hashrateThs: unitThs, bits, height, feePpm: poolFeePpm });
  return {
    dailyUnits,
    dailyUsdUnits: btcPriceUnits > 0n ? mulDivFloor(dailyUnits, btcPriceUnits, UNIT) : null,
  };
}
