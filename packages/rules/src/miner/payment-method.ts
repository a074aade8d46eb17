import { mulDivFloor, UNIT, units } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';
import { WALLET, walletById } from '../wallet/wallet.ts';
import type { ByWallet, WalletId } from '../wallet/wallet.ts';

/** What a wallet pays of a price. */
export interface PaymentShare {
  readonly wallet: WalletId;
  /** Basis points of the price. */
  readonly bps: number;
  /** It pays at most what it holds; the share before it pays the rest. */
  readonly capped?: boolean;
}

const WHOLE_BPS = 10_000n;
const { USDT, CW, RW } = WALLET;

/** Who pays how much by each method (specification §9), in the order of the label. The first share of a method is not capped. @internal */
export const PAYMENT_METHODS = {
  1: [{ wallet: CW, bps: 10_000 }],
  2: [
    { wallet: CW, bps: 9_000 },
    { wallet: RW, bps: 1_000, capped: true },
  ],
  3: [
    { wallet: CW, bps: 8_000 },
    { wallet: RW, bps: 2_000, capped: true },
  ],
  4: [
    { wallet: CW, bps: 7_000 },
    { wallet: RW, bps: 3_000, capped: true },
  ],
  5: [
    { wallet: CW, bps: 5_000 },
    { wallet: RW, bps: 5_000, capped: true },
  ],
  6: [
    { wallet: USDT, bps: 5_000 },
    { wallet: CW, bps: 4_000 },
    { wallet: RW, bps: 1_000, capped: true },
  ],
} as const satisfies Record<number, readonly PaymentShare[]>;

export type PaymentMethod = keyof typeof PAYMENT_METHODS;

/** X2 is paid from the USDT wallet alone. */
export const X2_SHARES: readonly PaymentShare[] = [{ wallet: USDT, bps: 10_000 }];

/** In order of number. */
export const paymentMethods = (): readonly PaymentMethod[] =>
  Object.keys(PAYMENT_METHODS).map(Number) as PaymentMethod[];

export const sharesOf = (method: PaymentMethod): readonly PaymentShare[] => PAYMENT_METHODS[method];

/** Methods of a community that has set none. */
const DEFAULT_METHODS: readonly PaymentMethod[] = [1, 2];

export const isPaymentMethod = (value: number): value is PaymentMethod => Object.hasOwn(PAYMENT_METHODS, value);

/** "CW 90% + RW 10%"; of three parts as the specification has it, "50% USDT + 40% CW + 10% RW". */
export const paymentMethodLabel = (method: PaymentMethod): string => {
  const parts = sharesOf(method).map(({ wallet, bps }) => ({ name: walletById(wallet).name, percent: bps / 100 }));
  return parts
    .map(({ name, percent }) => (parts.length > 2 ? `${percent}% ${name}` : `${name} ${percent}%`))
    .join(' + ');
};

/** The community's setting, "1|2|6", as methods in that order; unknown ones are dropped; nothing left means the default. */
export const parseAllowedMethods = (setting: string | null | undefined): readonly PaymentMethod[] => {
  const known = paymentMethods();
  const methods = (setting ?? '')
    .split('|')
    .flatMap((text) => known.find((each) => String(each) === text.trim()) ?? []);
  return methods.length === 0 ? DEFAULT_METHODS : [...new Set(methods)];
};

interface SplitInput {
  readonly shares: readonly PaymentShare[];
  /** The price in USDT units. */
  readonly totalUsdt: bigint;
  /** Dollars for one, × 1e8; above zero for each wallet of the shares but USDT. */
  readonly prices: ByWallet;
  readonly balances: ByWallet;
}

/** Dollars for one of the wallet's asset, × 1e8: prices are told in USDT, which is one. */
export const paymentPrice = (wallet: WalletId, prices: ByWallet): bigint =>
  wallet === USDT ? UNIT : (prices[wallet] ?? 0n);

/**
 * Splits a price over the shares of a method (specification §9, decisions §4): what each wallet pays in its own asset.
 *
 * A share is T·b ÷ price, rounded down to 8 decimals. A capped one pays at most its wallet's balance, and what that cuts off is paid
 * by the share before it, which is rounded *once*: two roundings would let the payer keep a second unit. So the amounts are worth
 * at most the price, and less than one unit per wallet short of it.
 * Throws RangeError when a price that is needed is not above zero, or when nobody is left to pay what was cut off.
 */
export const splitPrice = ({ shares, totalUsdt, prices, balances }: SplitInput): ByWallet => {
  const amounts: Record<number, Units> = {};
  // Dollars × 1e8 × 10 000 × 1e8, so that sums stay exact until the one division.
  let cutOff = 0n;
  for (const { wallet, bps, capped = false } of shares.toReversed()) {
    const scaledPrice = WHOLE_BPS * paymentPrice(wallet, prices);
    if (walletById(wallet).priceMeaning !== 'usd_per_unit') throw new RangeError(`wallet ${wallet} pays no miners`);
    const full = mulDivFloor(totalUsdt * BigInt(bps) * UNIT + cutOff, 1n, scaledPrice);
    const pays = capped ? atMost(full, balances[wallet] ?? 0n) : full;
    cutOff = (full - pays) * scaledPrice;
    amounts[wallet] = units(pays);
  }
  if (cutOff > 0n) throw new RangeError('the first share of a method is capped');
  return amounts;
};

const atMost = (amount: bigint, balance: bigint): bigint => {
  const available = balance < 0n ? 0n : balance;
  return amount < available ? amount : available;
};
