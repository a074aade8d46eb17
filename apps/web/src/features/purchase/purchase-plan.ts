import { ZERO, formatUnits, parseUnits, units, type Units } from '@minerx/rules/money';
import { isClosedToCountry, packageTotalUnits, type PackageId, type PackageLine } from '@minerx/rules/miner-package';
import {
  basisPoints,
  splitPrice,
  splitX2,
  type PaymentMethod,
  type PaymentParts,
  type PaymentWallet,
} from '@minerx/rules/payment-method';
import type { Member } from '@minerx/contract/profile';
import { WALLET, walletById, type WalletId } from '@minerx/rules/wallet';

/** Days after which an order that still waits for stock is refunded by itself (decisions §4). */
export const WAITING_DAYS = 90;

/** What a purchase needs to know of a package. */
export interface PurchaseOffer {
  id: PackageId;
  line: PackageLine;
  kind: 'own' | 'shared' | 'x2';
  isVoucher: boolean;
  name: string;
  packageQuantity: number;
  packagePriceUnits: Units;
  unitPriceUnits: Units;
  activationFeeUnits: Units;
  /** Picks of Raya Blessings that one unit brings. */
  freeBlessings: number;
  unitThs: number;
}

/** What one wallet has and pays. */
export interface WalletPart {
  wallet: PaymentWallet;
  walletId: WalletId;
  name: string;
  precision: number;
  /** Share of the price by the method; what the RW balance cannot cover moves to CW. */
  percent: number;
  /** Dollars for one, × 1e8. */
  priceUnits: Units;
  balanceUnits: Units;
  payUnits: Units;
  /** What is missing; zero when the balance is enough. */
  missingUnits: Units;
  /** The RW balance was too small for its share, and CW pays the rest. */
  capped: boolean;
}

export interface PurchasePlan {
  totalUsdt: Units;
  amounts: PaymentParts;
  parts: readonly WalletPart[];
  shortage: WalletPart | null;
  /** A price that the split needs is not known. */
  withoutPrice: boolean;
}

const WALLET_IDS = { cw: WALLET.CW, rw: WALLET.RW, usdt: WALLET.USDT } as const satisfies Record<
  PaymentWallet,
  WalletId
>;

const read = (text: string | undefined): Units => parseUnits(text ?? '0') ?? ZERO;

/** A wallet's balance, price and precision out of the member entity. */
export function walletOf(
  member: Member,
  walletId: WalletId,
): { balanceUnits: Units; priceUnits: Units; name: string; precision: number } {
  const wallet = walletById(walletId);
  const type = member.member_wallet_type[wallet.position];
  return {
    balanceUnits: read(member.member_wallet[wallet.position]?.member_wallet_balance),
    priceUnits: read(type?.member_wallet_type_price),
    name: type?.member_wallet_type_name ?? wallet.name,
    precision: type?.member_wallet_type_precision ?? wallet.precision,
  };
}

export interface PlanInput {
  offer: Pick<PurchaseOffer, 'line' | 'packagePriceUnits' | 'packageQuantity'>;
  member: Member;
  /** X1 only; X2 is paid in USDT. */
  method: PaymentMethod;
  quantity: number;
}

/** What a purchase costs and which wallet pays how much of it, by the rules that the server decides with. */
export function planPurchase({ offer, member, method, quantity }: PlanInput): PurchasePlan {
  const totalUsdt = packageTotalUnits(offer.packagePriceUnits, offer.packageQuantity, quantity);
  const [cw, rw] = [walletOf(member, WALLET.CW), walletOf(member, WALLET.RW)];
  const shares: [PaymentWallet, number][] =
    offer.line === 'x2'
      ? [['usdt', 100]]
      : (['usdt', 'cw', 'rw'] as const).map((wallet) => [wallet, basisPoints(method, wallet) / 100]);
  const used = shares.filter(([, percent]) => percent > 0);
  const withoutPrice =
    offer.line === 'x1' && (cw.priceUnits <= 0n || (basisPoints(method, 'rw') > 0 && rw.priceUnits <= 0n));
  const amounts = split();
  const full =
    basisPoints(method, 'rw') > 0 && !withoutPrice && offer.line === 'x1' ? split(totalUsdt * 10n ** 8n).rw : ZERO;
  const parts = used.map(([wallet, percent]): WalletPart => {
    const known = walletOf(member, WALLET_IDS[wallet]);
    const payUnits = amounts[wallet];
    const missing = payUnits - known.balanceUnits;
    const capped = wallet === 'rw' && payUnits < full;
    return {
      ...known,
      wallet,
      walletId: WALLET_IDS[wallet],
      percent,
      payUnits,
      missingUnits: units(missing > 0n ? missing : 0n),
      capped,
    };
  });
  return { totalUsdt, amounts, parts, shortage: parts.find((part) => part.missingUnits > 0n) ?? null, withoutPrice };

  function split(rwBalance: bigint = rw.balanceUnits): PaymentParts {
    if (offer.line === 'x2') return splitX2(totalUsdt);
    if (withoutPrice) return { cw: ZERO, rw: ZERO, usdt: ZERO };
    return splitPrice({ method, totalUsdt, prices: { CW: cw.priceUnits, RW: rw.priceUnits }, rwBalance });
  }
}

/** Whether the member's country may not have this package. */
export const isRestricted = (offer: Pick<PurchaseOffer, 'id'>, member: Pick<Member, 'member_shared_closed'>): boolean =>
  isClosedToCountry(offer.id, { sharedClosed: member.member_shared_closed });

/** The amounts of now that `err_amount_changed` carries; null when the answer has none. */
export function amountsIn(details: unknown): PaymentParts | null {
  const { amount1, amount2, amount3 } = (details ?? {}) as Record<string, unknown>;
  const [cw, rw, usdt] = [amount1, amount2, amount3].map((text) =>
    typeof text === 'string' ? parseUnits(text) : null,
  );
  return cw == null || rw == null || usdt == null ? null : { cw, rw, usdt };
}

/** How many units can be placed at once, out of `err_out_of_stock`. */
export function freeIn(details: unknown): number {
  const free = Number((details as { free?: unknown } | null | undefined)?.free);
  return Number.isInteger(free) && free >= 0 ? free : 0;
}

/** The amounts of a purchase as they stand in its body: X2 has USDT in `amount1`. */
export function wireAmounts(
  line: PackageLine,
  amounts: PaymentParts,
): { amount1: string; amount2: string; amount3?: string } {
  const { cw, rw, usdt } = amounts;
  return line === 'x2'
    ? { amount1: formatUnits(usdt), amount2: formatUnits(rw) }
    : { amount1: formatUnits(cw), amount2: formatUnits(rw), amount3: formatUnits(usdt) };
}

/**
 * The package that is shown: the chosen one; else, for members whose country may not have the shared contract, that one,
 * so that they learn it at once (specification §4); else the first.
 */
export function shownOffer<Offer extends Pick<PurchaseOffer, 'id'>>(
  offers: readonly Offer[],
  chosenId: number | null,
  member: Pick<Member, 'member_shared_closed'>,
): Offer | undefined {
  const chosen = offers.find((offer) => offer.id === chosenId);
  return chosen ?? offers.find((offer) => isRestricted(offer, member)) ?? offers[0];
}

/** Decimals that show an amount whole: what is taken is never shown as less. */
export function wholePrecision(amount: bigint, atLeast: number): number {
  return Math.max(atLeast, formatUnits(units(amount)).split('.')[1]?.length ?? 0);
}
