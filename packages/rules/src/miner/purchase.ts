import { ceilToPrecision, mulDivCeil, mulDivFloor, UNIT, units, unitsOf, ZERO } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';
import {
  canBuyOnPage,
  isPackageId,
  isClosedToCountry,
  isValidQuantity,
  minerPackageById,
  packageTotalUnits,
} from './miner-package.ts';
import type { PackageId } from './miner-package.ts';
import { ACTIVATED, canActivate, canCancel, CANCELLED } from './order-status.ts';
import type { OrderStatus } from './order-status.ts';
import { isPaymentMethod, paymentPrice, sharesOf, splitPrice, X2_SHARES } from './payment-method.ts';
import type { PaymentMethod, PaymentShare } from './payment-method.ts';
import { freeUnits, placeUnits } from './stock.ts';
import type { NewOrderStatus, Stock } from './stock.ts';
import { WALLET, WALLET_OF, walletAmounts, walletById, WALLETS } from '../wallet/wallet.ts';
import type { ByWallet, WalletAmount, WalletId } from '../wallet/wallet.ts';

/** Every expected no of buying, redeeming, activating and cancelling. */
type PurchaseRefusal =
  | 'err_package_unavailable'
  | 'err_voucher_only'
  | 'err_country_unavailable'
  | 'err_quantity'
  | 'err_payment_method'
  | 'err_price_stale'
  | 'err_amount_changed'
  | 'err_insufficient_balance'
  | 'err_out_of_stock'
  | 'err_voucher_invalid'
  | 'err_order_status';

export interface Refused {
  readonly ok: false;
  readonly refusal: PurchaseRefusal;
  /** `err_amount_changed`: the fresh amounts. */
  readonly amounts?: ByWallet;
  /** `err_insufficient_balance`: the wallet, what it needs and what it has. */
  readonly shortage?: {
    readonly walletId: WalletId;
    readonly neededUnits: Units;
    readonly balanceUnits: Units;
  };
  /** `err_out_of_stock`: how many units could be placed now. */
  readonly freeUnits?: number;
}

/** A package as operators set it. */
export interface PackageTerms {
  readonly id: number;
  /** USDT price of one package; times `quantity` it is the price of one unit. */
  readonly priceUnits: bigint;
  /** Packages in one unit: 1, or 10 for the shared contract and X2. */
  readonly quantity: number;
  /** Dollars that one unit, so one order, can earn before it ends. */
  readonly maxProfitUnits: bigint;
  /** Activation fee of one order, in USDT units. */
  readonly activationFeeUnits: bigint;
  readonly active: boolean;
  /** Raya Blessings that one order grants; none when left out. */
  readonly freeBlessings?: number;
}

/** One unit bought is one order. */
export interface NewOrder {
  readonly status: NewOrderStatus;
  /** USDT price of the unit. */
  readonly unitPriceUsdt: Units;
  /** What this order took from each wallet; the parts of all orders sum exactly to the payments. */
  readonly parts: ByWallet;
  /** Dollars that the order can earn before it ends. */
  readonly maxProfitUnits: Units;
  /** What its activation costs, in USDT units. */
  readonly activationFeeUnits: Units;
  readonly isVoucher: boolean;
}

export interface SubscriptionState {
  readonly balances: ByWallet;
  readonly prices: ByWallet;
  /** Null when there is no such package. */
  readonly minerPackage: PackageTerms | null;
  /** The shared contract is closed in the member's country. */
  readonly sharedClosed: boolean;
  readonly allowedMethods: readonly PaymentMethod[];
  /** Stock of the package's line. */
  readonly stock: Stock;
}

interface SubscriptionInputBase {
  readonly quantity: number;
  /** The amounts that the member saw; the server's own must be the same. */
  readonly amounts: ByWallet;
  /** Whether units without stock may wait for it. */
  readonly acceptWaiting: boolean;
}

export type SubscriptionInput = SubscriptionInputBase &
  (
    | { readonly page: 'x1'; readonly method: number }
    | {
        readonly page: 'x2';
        /** Wallet type that pays; only USDT (1) is offered. */ readonly walletType: number;
      }
  );

interface Subscribed {
  readonly ok: true;
  readonly payments: readonly WalletAmount[];
  readonly orders: readonly NewOrder[];
  readonly stockAfter: Stock;
  /** See `Placement.groupsCompleted`: each makes the ten longest waiting On-Queue orders Ready. */
  readonly groupsCompleted: number;
  readonly totalUsdt: Units;
}

/**
 * Decides a purchase on the X1 or the X2 page without touching anything. Refuses amounts that differ from its own
 * (`err_amount_changed`), then a short balance, then missing stock unless the input accepts waiting.
 */
export const decideSubscription = (state: SubscriptionState, input: SubscriptionInput): Subscribed | Refused => {
  const { minerPackage } = state;
  const refusal = refuseInput(state, input);
  if (refusal !== null) return refuse(refusal);
  if (minerPackage === null || !isPackageId(minerPackage.id)) return refuse('err_package_unavailable');

  const totalUsdt = packageTotalUnits(minerPackage.priceUnits, minerPackage.quantity, input.quantity);
  const amounts = subscriptionAmounts(state, input, totalUsdt);
  if (!samePayment(amounts, input.amounts)) return { ...refuse('err_amount_changed'), amounts };
  const payments = walletAmounts(amounts);
  const shortage = findShortage(state.balances, payments);
  if (shortage !== null) return { ...refuse('err_insufficient_balance'), shortage };
  const free = freeUnits(state.stock);
  if (free < input.quantity && !input.acceptWaiting) return { ...refuse('err_out_of_stock'), freeUnits: free };

  const placement = placeUnits(state.stock, minerPackageById(minerPackage.id).kind, input.quantity);
  const parts = shareParts(amounts, input.quantity);
  const unitPriceUsdt = packageTotalUnits(minerPackage.priceUnits, minerPackage.quantity, 1);
  const terms = {
    maxProfitUnits: units(minerPackage.maxProfitUnits),
    activationFeeUnits: units(minerPackage.activationFeeUnits),
  };
  return {
    ok: true,
    payments,
    orders: placement.statuses.map((status, index) => {
      return { status, unitPriceUsdt, parts: parts[index] ?? {}, ...terms, isVoucher: false };
    }),
    stockAfter: placement.stockAfter,
    groupsCompleted: placement.groupsCompleted,
    totalUsdt,
  };
};

const refuseInput = (state: SubscriptionState, input: SubscriptionInput): PurchaseRefusal | null => {
  const { minerPackage } = state;
  if (minerPackage === null || !minerPackage.active || !isPackageId(minerPackage.id)) return 'err_package_unavailable';
  if (minerPackageById(minerPackage.id).isVoucher) return 'err_voucher_only';
  if (!canBuyOnPage(minerPackage.id, input.page)) return 'err_package_unavailable';
  if (isClosedToCountry(minerPackage.id, state)) return 'err_country_unavailable';
  if (!isValidQuantity(input.quantity)) return 'err_quantity';
  if (input.page === 'x2') return input.walletType === WALLET.USDT ? null : 'err_payment_method';
  if (!isPaymentMethod(input.method) || !state.allowedMethods.includes(input.method)) return 'err_payment_method';
  return hasPrices(sharesOf(input.method), state.prices) ? null : 'err_price_stale';
};

const hasPrices = (shares: readonly PaymentShare[], prices: ByWallet): boolean =>
  shares.every(({ wallet }) => paymentPrice(wallet, prices) > 0n);

/** Which wallets pay for an input; none by a method that there is not. */
export const paymentShares = (input: SubscriptionInput): readonly PaymentShare[] => {
  if (input.page === 'x2') return X2_SHARES;
  return isPaymentMethod(input.method) ? sharesOf(input.method) : [];
};

const subscriptionAmounts = (
  { prices, balances }: SubscriptionState,
  input: SubscriptionInput,
  totalUsdt: Units,
): ByWallet => splitPrice({ shares: paymentShares(input), totalUsdt, prices, balances });

/** Shares a payment over `quantity` orders: each amount divided and rounded down, the remainders on the first order. @internal */
export const shareParts = (total: ByWallet, quantity: number): readonly ByWallet[] => {
  const count = BigInt(quantity);
  const share: Record<number, Units> = {};
  const first: Record<number, Units> = {};
  for (const { walletId, units: amount } of walletAmounts(total)) {
    share[walletId] = units(amount / count);
    first[walletId] = units(amount - share[walletId] * (count - 1n));
  }
  return Array.from({ length: quantity }, (_, index) => (index === 0 ? first : share));
};

export interface VoucherState {
  /** Null when there is no such code. */
  readonly voucher: {
    readonly packageId: PackageId;
    readonly amountUnits: bigint;
    readonly isUsable: boolean;
  } | null;
  /** The voucher's package. */
  readonly minerPackage: PackageTerms | null;
  /** The shared contract is closed in the member's country. */
  readonly sharedClosed: boolean;
  readonly stock: Stock;
}

interface VoucherInput {
  readonly acceptWaiting: boolean;
}

interface VoucherRedeemed {
  readonly ok: true;
  readonly payments: readonly [];
  /** The one order that a voucher creates, worth the voucher's amount. */
  readonly orders: readonly NewOrder[];
  readonly stockAfter: Stock;
  readonly groupsCompleted: number;
  /** The USDT amount that the member is told. */
  readonly amountUnits: Units;
}

/** Vouchers below this are not made, unless operators set another least amount: in USDT units. */
export const VOUCHER_MINIMUM = unitsOf('25');

/**
 * The terms of a voucher's order. It brings a whole unit whatever its amount; maximum profit and activation fee are the
 * package's in proportion to the voucher's amount, rounded down, so that its multiple is the package's.
 */
const voucherTerms = (
  amountUnits: bigint,
  { priceUnits, quantity, maxProfitUnits, activationFeeUnits }: PackageTerms,
): { readonly maxProfitUnits: Units; readonly activationFeeUnits: Units } | null => {
  const unitPriceUsdt = packageTotalUnits(priceUnits, quantity, 1);
  if (unitPriceUsdt <= 0n) return null;
  return {
    maxProfitUnits: mulDivFloor(amountUnits, maxProfitUnits, unitPriceUsdt),
    activationFeeUnits: mulDivFloor(amountUnits, activationFeeUnits, unitPriceUsdt),
  };
};

/** Decides the redemption of a voucher: one order of one unit, by the terms of `voucherTerms`. */
export const decideVoucherRedemption = (state: VoucherState, input: VoucherInput): VoucherRedeemed | Refused => {
  const { voucher, minerPackage } = state;
  if (voucher === null || !voucher.isUsable) return refuse('err_voucher_invalid');
  if (minerPackage === null || !minerPackage.active || minerPackage.id !== voucher.packageId) {
    return refuse('err_package_unavailable');
  }
  if (isClosedToCountry(voucher.packageId, state)) return refuse('err_country_unavailable');
  const free = freeUnits(state.stock);
  if (free < 1 && !input.acceptWaiting) return { ...refuse('err_out_of_stock'), freeUnits: free };
  const placement = placeUnits(state.stock, minerPackageById(voucher.packageId).kind, 1);
  const amountUnits = units(voucher.amountUnits);
  const terms = voucherTerms(voucher.amountUnits, minerPackage);
  if (terms === null) return refuse('err_package_unavailable');
  return {
    ok: true,
    payments: [],
    orders: placement.statuses.map((status) => {
      return { status, unitPriceUsdt: amountUnits, parts: {}, ...terms, isVoucher: true };
    }),
    stockAfter: placement.stockAfter,
    groupsCompleted: placement.groupsCompleted,
    amountUnits,
  };
};

interface ActivationState {
  readonly orderStatus: OrderStatus;
  /** Of the order's own terms, in USDT units. */
  readonly activationFeeUnits: bigint;
  readonly balances: ByWallet;
  readonly prices: ByWallet;
}

interface Activated {
  readonly ok: true;
  /** AOGTD, or nothing when the fee is zero. */
  readonly payments: readonly WalletAmount[];
  readonly statusAfter: typeof ACTIVATED;
}

/** AOGTD units for an activation fee in USDT units: fee × units per dollar, rounded up at AOGTD's four decimals. */
export const activationFee = (feeUsdtUnits: bigint, priceUnitsPerUsd: bigint): Units =>
  ceilToPrecision(mulDivCeil(feeUsdtUnits, priceUnitsPerUsd, UNIT), walletById(WALLET_OF.activationFee).precision);

/** Decides the activation of an order; only a Ready one can be activated. */
export const decideActivation = (state: ActivationState): Activated | Refused => {
  if (!canActivate(state.orderStatus)) return refuse('err_order_status');
  if (state.activationFeeUnits <= 0n) return { ok: true, payments: [], statusAfter: ACTIVATED };
  const price = state.prices[WALLET_OF.activationFee] ?? 0n;
  if (price <= 0n) return refuse('err_price_stale');
  const payments = [{ walletId: WALLET_OF.activationFee, units: activationFee(state.activationFeeUnits, price) }];
  const shortage = findShortage(state.balances, payments);
  if (shortage !== null) return { ...refuse('err_insufficient_balance'), shortage };
  return { ok: true, payments, statusAfter: ACTIVATED };
};

interface WaitingCancellationState {
  readonly orderStatus: OrderStatus;
  readonly parts: ByWallet;
  readonly isVoucher: boolean;
  readonly stock: Stock;
}

interface WaitingCancelled {
  readonly ok: true;
  /** Everything that the order took. */
  readonly refunds: readonly WalletAmount[];
  readonly statusAfter: typeof CANCELLED;
  readonly stockAfter: Stock;
  /** A voucher's order gives the voucher back instead of money. */
  readonly restoresVoucher: boolean;
}

/** Decides the cancelling of an order that waits for stock: a full refund, and its place in line is given up. */
export const decideWaitingCancellation = (state: WaitingCancellationState): WaitingCancelled | Refused => {
  if (!canCancel(state.orderStatus)) return refuse('err_order_status');
  return {
    ok: true,
    refunds: walletAmounts(state.parts),
    statusAfter: CANCELLED,
    stockAfter: { ...state.stock, waiting: Math.max(0, state.stock.waiting - 1) },
    restoresVoucher: state.isVoucher,
  };
};

const refuse = (refusal: PurchaseRefusal): Refused => ({ ok: false, refusal });

const samePayment = (a: ByWallet, b: ByWallet): boolean =>
  WALLETS.every(({ id }) => (a[id] ?? ZERO) === (b[id] ?? ZERO));

const findShortage = (balances: ByWallet, payments: readonly WalletAmount[]): Refused['shortage'] | null => {
  for (const { walletId, units: neededUnits } of payments) {
    const balanceUnits = balances[walletId] ?? ZERO;
    if (balanceUnits < neededUnits) return { walletId, neededUnits, balanceUnits };
  }
  return null;
};
