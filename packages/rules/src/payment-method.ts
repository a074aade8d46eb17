import { mulDivFloor, UNIT, units, ZERO } from './money.ts';
import type { Units } from './money.ts';

export type PaymentMethod = 1 | 2 | 3 | 4 | 5 | 6;
export type PaymentWallet = 'cw' | 'rw' | 'usdt';

/** What a purchase takes from each wallet, in units of that wallet's own asset. */
export interface PaymentParts {
  readonly cw: Units;
  readonly rw: Units;
  readonly usdt: Units;
}

export const NO_PARTS: PaymentParts = { cw: ZERO, rw: ZERO, usdt: ZERO };

const WHOLE_BPS = 10_000n;

/** Basis points of the price that each wallet pays (specification §9); the parts stand in the order of the label. */
export const PAYMENT_METHODS = {
  1: { cw: 10_000 },
  2: { cw: 9_000, rw: 1_000 },
  3: { cw: 8_000, rw: 2_000 },
  4: { cw: 7_000, rw: 3_000 },
  5: { cw: 5_000, rw: 5_000 },
  6: { usdt: 5_000, cw: 4_000, rw: 1_000 },
} as const satisfies Record<PaymentMethod, { readonly [Wallet in PaymentWallet]?: number }>;

/** Methods of a community that has set none. */
export const DEFAULT_METHODS: readonly PaymentMethod[] = [1, 2];

const WALLET_LABELS = { cw: 'CW', rw: 'RW', usdt: 'USDT' } as const satisfies Record<PaymentWallet, string>;

export interface PaymentMethodPart {
  readonly wallet: PaymentWallet;
  readonly walletName: 'CW' | 'RW' | 'USDT';
  readonly percent: number;
}

export function isPaymentMethod(value: number): value is PaymentMethod {
  return Object.hasOwn(PAYMENT_METHODS, value);
}

/** Share of the price that a wallet pays under a method, in basis points. */
export function basisPoints(method: PaymentMethod, wallet: PaymentWallet): number {
  const bps: { readonly [Wallet in PaymentWallet]?: number } = PAYMENT_METHODS[method];
  return bps[wallet] ?? 0;
}

/** The parts of a method for its label, in order: [{ walletName: 'CW', percent: 90 }, { walletName: 'RW', percent: 10 }]. */
export function paymentMethodParts(method: PaymentMethod): readonly PaymentMethodPart[] {
  const wallets: readonly PaymentWallet[] = method === 6 ? ['usdt', 'cw', 'rw'] : ['cw', 'rw', 'usdt'];
  return wallets
    .map((wallet) => ({ wallet, walletName: WALLET_LABELS[wallet], percent: basisPoints(method, wallet) / 100 }))
    .filter((part) => part.percent > 0);
}

/** "CW 90% + RW 10%"; method 6 is written as the specification has it, "50% USDT + 40% CW + 10% RW". */
export function paymentMethodLabel(method: PaymentMethod): string {
  return paymentMethodParts(method)
    .map(({ walletName, percent }) => (method === 6 ? `${percent}% ${walletName}` : `${walletName} ${percent}%`))
    .join(' + ');
}

/** The community's setting, "1|2|6", as methods in that order; unknown ones are dropped; nothing left means 1 and 2. */
export function parseAllowedMethods(setting: string | null | undefined): readonly PaymentMethod[] {
  const methods = (setting ?? '')
    .split('|')
    .map((text) => (/^[0-9]$/.test(text.trim()) ? Number(text.trim()) : 0))
    .filter(isPaymentMethod);
  return methods.length === 0 ? DEFAULT_METHODS : [...new Set(methods)];
}

export interface SplitInput {
  readonly method: PaymentMethod;
  /** The price in USDT units. */
  readonly totalUsdt: bigint;
  /** Dollars for one CW and one RW, × 1e8; above zero. */
  readonly prices: { readonly CW: bigint; readonly RW: bigint };
  readonly rwBalance: bigint;
}

/**
 * Splits a price over the wallets of a method (specification §9, decisions §4).
 *
 * RW = T·b ÷ price(RW) rounded down to 8 decimals and capped at the RW balance. CW = (T·a + the value of the RW that
 * the cap cut off) ÷ price(CW), rounded down *once*: two roundings would let the payer keep a second unit. So the parts
 * are worth at most the price, and less than one unit per wallet short of it.
 * Throws RangeError when a price that is needed is not above zero.
 */
export function splitPrice({ method, totalUsdt, prices, rwBalance }: SplitInput): PaymentParts {
  const cwBps = BigInt(basisPoints(method, 'cw'));
  const rwBps = BigInt(basisPoints(method, 'rw'));
  const usdtBps = BigInt(basisPoints(method, 'usdt'));
  const rwFull = rwBps === 0n ? 0n : mulDivFloor(totalUsdt * rwBps, UNIT, WHOLE_BPS * prices.RW);
  const rw = atMost(rwFull, rwBalance);
  const cutOff = rwFull - rw;
  // Dollars × 1e8 × 10 000 × 1e8, so that both summands stay exact until the one division.
  const cwValue = totalUsdt * cwBps * UNIT + cutOff * prices.RW * WHOLE_BPS;
  return {
    cw: mulDivFloor(cwValue, 1n, WHOLE_BPS * prices.CW),
    rw: units(rw),
    usdt: mulDivFloor(totalUsdt, usdtBps, WHOLE_BPS),
  };
}

/** X2 is paid from the USDT wallet alone. */
export function splitX2(totalUsdt: bigint): PaymentParts {
  return { cw: ZERO, rw: ZERO, usdt: units(totalUsdt) };
}

export interface SplitX2AlternativeInput {
  readonly total: bigint;
  readonly fifthWalletBalance: bigint;
  /** Dollars for one unit of the fifth wallet (RW), × 1e8. */
  readonly price: bigint;
}

/**
 * The X2 page's other split, which no screen offers: 10 % from the fifth wallet (index 4, RW), rounded down and capped at
 * its balance, the rest in USDT. The rest is what the RW part does not cover, so USDT is never rounded in the payer's favour.
 */
export function splitX2Alternative({ total, fifthWalletBalance, price }: SplitX2AlternativeInput): PaymentParts {
  const rw = atMost(mulDivFloor(total, UNIT, 10n * price), fifthWalletBalance);
  return { cw: ZERO, rw: units(rw), usdt: units(total - mulDivFloor(rw, price, UNIT)) };
}

function atMost(amount: bigint, balance: bigint): bigint {
  const available = balance < 0n ? 0n : balance;
  return amount < available ? amount : available;
}
