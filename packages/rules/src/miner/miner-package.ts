import { mulDivFloor, UNIT, units } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';

export type PackageId = 1 | 2 | 3 | 4 | 5;
/** The page that sells it, and the pool its stock comes from. */
export type PackageLine = 'x1' | 'x2';
export type PackageKind = 'own' | 'shared' | 'x2';

export interface MinerPackage {
  readonly id: PackageId;
  readonly line: PackageLine;
  readonly kind: PackageKind;
  /** Voucher packages are redeemed (miner/redeem), never bought. */
  readonly isVoucher: boolean;
}

const TABLE = {
  1: { id: 1, line: 'x1', kind: 'own', isVoucher: false },
  2: { id: 2, line: 'x1', kind: 'shared', isVoucher: false },
  3: { id: 3, line: 'x1', kind: 'own', isVoucher: true },
  4: { id: 4, line: 'x1', kind: 'shared', isVoucher: true },
  5: { id: 5, line: 'x2', kind: 'x2', isVoucher: false },
} as const satisfies { readonly [Id in PackageId]: MinerPackage & { readonly id: Id } };

export const MINER_PACKAGES: readonly MinerPackage[] = Object.values(TABLE);

/** Shared units wait until this many of them make one group of ten miners, each unit a tenth of every miner. */
export const SHARED_GROUP_SIZE = 10;

/** A whole miner, in tenths. */
export const WHOLE_DEVICE_TENTHS = 10;

/** United States: from the start the shared contract is not available there (specification §9). Operators may close more countries. */
export const RESTRICTED_COUNTRY_ID = 211;

export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 100;

export const isPackageId = (value: number): value is PackageId => Object.hasOwn(TABLE, value);

export const minerPackageById = (id: PackageId): MinerPackage => TABLE[id];

const DEVICES = {
  own: { devices: 1, sharesTenths: 10 },
  shared: { devices: SHARED_GROUP_SIZE, sharesTenths: 1 },
  x2: { devices: 10, sharesTenths: 10 },
} as const satisfies Record<PackageKind, { devices: number; sharesTenths: number }>;

/** How many devices one unit is allocated on: own 1, shared 10, X2 10. */
export const devicesPerUnit = (kind: PackageKind): number => DEVICES[kind].devices;

/** The share of each of those devices, in tenths: own 10, shared 1, X2 10. */
export const sharesTenths = (kind: PackageKind): number => DEVICES[kind].sharesTenths;

/** Whole machines that so many shares (a tenth of a machine each) and own miners come to. */
export const machineCount = (count: { readonly shared: number; readonly own: number }): number =>
  count.shared / WHOLE_DEVICE_TENTHS + count.own;

/** Whether the package can be bought on that page. Voucher packages never can. */
export const canBuyOnPage = (id: PackageId, page: PackageLine): boolean => {
  const minerPackage = minerPackageById(id);
  return minerPackage.line === page && !minerPackage.isVoucher;
};

/** Where the shared contract is closed it can be had neither for money nor for a voucher. */
export const isClosedToCountry = (id: PackageId, country: { readonly sharedClosed: boolean }): boolean =>
  country.sharedClosed && minerPackageById(id).kind === 'shared';

/** A quantity is a whole number from 1 to 100. */
export const isValidQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= MIN_QUANTITY && quantity <= MAX_QUANTITY;

/** Price of a purchase in USDT units: quantity × package price × package quantity (specification §9). */
export const packageTotalUnits = (priceUnits: bigint, packageQuantity: number, quantity: number): Units =>
  units(priceUnits * BigInt(packageQuantity) * BigInt(quantity));

/**
 * Maximum profit as a multiple of the price, × 1e8, rounded down (show it with two decimals: "2.50").
 * Both amounts must be for the same thing: one package, or one unit of `packageQuantity` packages.
 */
export const maxProfitMultiple = (maxProfitUnits: bigint, priceUnits: bigint): Units =>
  priceUnits <= 0n ? units(0n) : mulDivFloor(maxProfitUnits, UNIT, priceUnits);
