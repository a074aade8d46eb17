import { MINUTE_MS } from '../text/duration.ts';
import { mulDivFloor, sumUnits, UNIT, ZERO } from './money.ts';
import type { Units } from './money.ts';

/** What a wallet type's price says: dollars for one unit, or (AOGTD only) units for one dollar. */
type PriceMeaning = 'usd_per_unit' | 'units_per_usd';

/** Wallet type ids by name. The id is the position in the member's wallet list plus one. */
export const WALLET = {
  USDT: 1,
  AOGTD: 2,
  BTC: 3,
  CW: 4,
  RW: 5,
  AOGP: 6,
  GBPT: 7,
  RSP: 8,
  NFTC: 9,
  AOG: 10,
  LOCK: 11,
} as const;

export type WalletName = keyof typeof WALLET;
export type WalletId = (typeof WALLET)[WalletName];

export interface Wallet {
  readonly id: WalletId;
  readonly position: number;
  readonly name: WalletName;
  /** Decimals shown to members. */
  readonly precision: number;
  readonly priceMeaning: PriceMeaning;
  /** Whether the asset screen lists it. */
  readonly listed: boolean;
}

const TABLE = {
  1: { id: 1, position: 0, name: 'USDT', precision: 2, priceMeaning: 'usd_per_unit', listed: true },
  2: { id: 2, position: 1, name: 'AOGTD', precision: 4, priceMeaning: 'units_per_usd', listed: true },
  3: { id: 3, position: 2, name: 'BTC', precision: 8, priceMeaning: 'usd_per_unit', listed: true },
  4: { id: 4, position: 3, name: 'CW', precision: 2, priceMeaning: 'usd_per_unit', listed: true },
  5: { id: 5, position: 4, name: 'RW', precision: 2, priceMeaning: 'usd_per_unit', listed: true },
  6: { id: 6, position: 5, name: 'AOGP', precision: 2, priceMeaning: 'usd_per_unit', listed: false },
  7: { id: 7, position: 6, name: 'GBPT', precision: 2, priceMeaning: 'usd_per_unit', listed: false },
  8: { id: 8, position: 7, name: 'RSP', precision: 2, priceMeaning: 'usd_per_unit', listed: false },
  9: { id: 9, position: 8, name: 'NFTC', precision: 2, priceMeaning: 'usd_per_unit', listed: false },
  10: { id: 10, position: 9, name: 'AOG', precision: 4, priceMeaning: 'usd_per_unit', listed: true },
  11: { id: 11, position: 10, name: 'LOCK', precision: 2, priceMeaning: 'usd_per_unit', listed: false },
} as const satisfies { readonly [Id in WalletId]: Wallet & { readonly id: Id } };

/** All wallets in order of position. */
export const WALLETS: readonly Wallet[] = Object.values(TABLE);

/** The wallet types that the asset screen lists: 1, 2, 3, 4, 5 and 10. */
export const listedWalletIds: readonly WalletId[] = WALLETS.filter((wallet) => wallet.listed).map(
  (wallet) => wallet.id,
);

/** What is always in one wallet: said here alone, so that what moves money and what checks it ask the same. */
export const WALLET_OF = {
  /** What a voucher is worth. */
  voucher: WALLET.USDT,
  activationFee: WALLET.AOGTD,
  /** What is mined, and what the pool pays. */
  reward: WALLET.BTC,
  /** Of an NFT's withdrawal. */
  nftFee: WALLET.USDT,
} as const satisfies Record<string, WalletId>;

export const isWalletId = (value: number): value is WalletId => Object.hasOwn(TABLE, value);

export const walletById = (id: WalletId): Wallet => TABLE[id];

export const walletByName = (name: WalletName): Wallet => TABLE[WALLET[name]];

/** What a unit of our own making is for: nothing stands behind it. Null for what others made and redeem. */
const PURPOSES = {
  USDT: null,
  AOGTD: 'aogtd',
  BTC: null,
  CW: 'cw',
  RW: 'rw',
  AOGP: 'staking',
  GBPT: 'staking',
  RSP: 'staking',
  NFTC: 'reserved',
  AOG: 'aog',
  LOCK: 'reserved',
} as const satisfies Record<WalletName, string | null>;

export const purposeOf = (id: WalletId): (typeof PURPOSES)[WalletName] => PURPOSES[walletById(id).name];

export const isIssuedByUs = (id: WalletId): boolean => purposeOf(id) !== null;

/** How a member gets more of what is too little: over a chain, or for another wallet. Null for what is earned or given. */
const TOP_UPS: Readonly<Record<WalletName, 'deposit' | 'swap' | null>> = {
  USDT: 'deposit',
  AOGTD: 'swap',
  BTC: null,
  CW: 'swap',
  RW: null,
  AOGP: null,
  GBPT: null,
  RSP: null,
  NFTC: null,
  AOG: 'deposit',
  LOCK: null,
};

export const topUpOf = (id: WalletId): 'deposit' | 'swap' | null => TOP_UPS[walletById(id).name];

/** An older market price is no price: money does not move by it (decisions section 4). */
export const PRICE_AGE_LIMIT_MS = 5 * MINUTE_MS;
/** A price that is further ahead is none either: the clocks of two machines differ by less. */
export const PRICE_AHEAD_LIMIT_MS = 5_000;

/** Amounts or prices by wallet id; a wallet that is missing counts as zero. */
export type ByWallet = { readonly [Id in WalletId]?: Units };

/** An amount of a wallet's asset. */
export interface WalletAmount {
  readonly walletId: WalletId;
  readonly units: Units;
}

/** The amounts above zero, in order of wallet id. */
export const walletAmounts = (amounts: ByWallet): readonly WalletAmount[] =>
  WALLETS.flatMap(({ id }) => {
    const amount = amounts[id] ?? ZERO;
    return amount > 0n ? [{ walletId: id, units: amount }] : [];
  });

/**
 * The prices that money may move by at `now` (ms): operators' prices hold until they change them, BTC's follows a market
 * and is none once it is older than five minutes, nor before its time has come.
 * @param pricedAt when each price was told by its source.
 */
export const usablePrices = (prices: ByWallet, pricedAt: Readonly<Record<number, Date>>, now: number): ByWallet => {
  const { [WALLET.BTC]: btc, ...others } = prices;
  const ageMs = now - (pricedAt[WALLET.BTC]?.getTime() ?? -Infinity);
  return btc === undefined || ageMs > PRICE_AGE_LIMIT_MS || ageMs < -PRICE_AHEAD_LIMIT_MS ? others : prices;
};

/**
 * Dollar value (1e-8 USD) of an amount, rounded down: AOGTD is divided by its price, every other wallet multiplied.
 * `priceUnits` is the wallet type's price × 1e8. A price of zero means that nothing is known: the value is zero.
 */
export const usdValue = (id: WalletId, amountUnits: bigint, priceUnits: bigint): Units => {
  if (priceUnits <= 0n) return ZERO;
  return walletById(id).priceMeaning === 'units_per_usd'
    ? mulDivFloor(amountUnits, UNIT, priceUnits)
    : mulDivFloor(amountUnits, priceUnits, UNIT);
};

/**
 * How much of a wallet's asset a dollar amount (1e-8 USD) buys at `priceUnits`, rounded down: the reverse of `usdValue`.
 * Throws RangeError without a price.
 */
export const unitsForUsd = (id: WalletId, usdUnits: bigint, priceUnits: bigint): Units => {
  if (priceUnits <= 0n) throw new RangeError(`${walletById(id).name} has no price`);
  return walletById(id).priceMeaning === 'units_per_usd'
    ? mulDivFloor(usdUnits, priceUnits, UNIT)
    : mulDivFloor(usdUnits, UNIT, priceUnits);
};

/**
 * Total asset in dollars (1e-8 USD): the sum over all positions, each value rounded down (specification §9).
 * Both lists are by position, as the member entity carries them; a missing entry counts as zero.
 */
export const totalAssetUsd = (balances: readonly bigint[], prices: readonly bigint[]): Units =>
  sumUnits(
    WALLETS.map((wallet) => usdValue(wallet.id, balances[wallet.position] ?? 0n, prices[wallet.position] ?? 0n)),
  );
