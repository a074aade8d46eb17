import { ZERO, formatUnits, units, type Units } from '@minerx/rules/money';
import { isClosedToCountry, packageTotalUnits, type PackageId, type PackageLine } from '@minerx/rules/miner-package';
import { paymentPrice, sharesOf, splitPrice, X2_SHARES, type PaymentMethod } from '@minerx/rules/payment-method';
import type { Member } from '@minerx/contract/profile';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import { ownWallet } from '../../base/own-wallet.ts';

/** What a purchase needs to know of a package. */
export interface PurchaseOffer {
  id: PackageId;
  line: PackageLine;
  kind: 'own' | 'shared' | 'x2';
  isVoucher: boolean;
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
  walletId: WalletId;
  name: string;
  precision: number;
  /** Share of the price by the method; what a capped share's balance cannot cover moves to the one before it. */
  percent: number;
  /** Dollars for one, × 1e8. */
  priceUnits: Units;
  balanceUnits: Units;
  payUnits: Units;
  /** What is missing; zero when the balance is enough. */
  missingUnits: Units;
  /** The balance was too small for its share, and the wallet before it pays the rest. */
  capped: boolean;
}

export interface PurchasePlan {
  totalUsdt: Units;
  amounts: ByWallet;
  parts: readonly WalletPart[];
  shortage: WalletPart | null;
  /** A price that the split needs is not known. */
  withoutPrice: boolean;
}

interface PlanInput {
  offer: Pick<PurchaseOffer, 'line' | 'packagePriceUnits' | 'packageQuantity'>;
  member: Member;
  /** X1 only; X2 is paid in USDT. */
  method: PaymentMethod;
  quantity: number;
}

/** What a purchase costs and which wallet pays how much of it, by the rules that the server decides with. */
export function planPurchase({ offer, member, method, quantity }: PlanInput): PurchasePlan {
  const totalUsdt = packageTotalUnits(offer.packagePriceUnits, offer.packageQuantity, quantity);
  const shares = offer.line === 'x2' ? X2_SHARES : sharesOf(method);
  const known = new Map(shares.map(({ wallet }) => [wallet, ownWallet(member, wallet)]));
  const byWallet = (read: (wallet: { balanceUnits: Units; priceUnits: Units }) => Units): ByWallet =>
    Object.fromEntries([...known].map(([wallet, each]) => [wallet, read(each)]));
  const prices = byWallet(({ priceUnits }) => priceUnits);
  const balances = byWallet(({ balanceUnits }) => balanceUnits);
  const withoutPrice = shares.some(({ wallet }) => paymentPrice(wallet, prices) <= 0n);
  const split = (uncapped = false): ByWallet =>
    withoutPrice
      ? {}
      : splitPrice({
          shares: shares.map((share) => ({ ...share, capped: !uncapped && share.capped })),
          totalUsdt,
          prices,
          balances,
        });
  const [amounts, full] = [split(), split(true)];
  const parts = shares
    .toSorted((a, b) => a.wallet - b.wallet)
    .map(({ wallet, bps, capped = false }): WalletPart => {
      const payUnits = amounts[wallet] ?? ZERO;
      const missing = payUnits - known.get(wallet)!.balanceUnits;
      return {
        ...known.get(wallet)!,
        walletId: wallet,
        percent: bps / 100,
        payUnits,
        missingUnits: units(missing > 0n ? missing : 0n),
        capped: capped && payUnits < (full[wallet] ?? ZERO),
      };
    });
  return { totalUsdt, amounts, parts, shortage: parts.find((part) => part.missingUnits > 0n) ?? null, withoutPrice };
}

/** Whether the member's country may not have this package. */
export const isRestricted = (offer: Pick<PurchaseOffer, 'id'>, member: Pick<Member, 'member_shared_closed'>): boolean =>
  isClosedToCountry(offer.id, { sharedClosed: member.member_shared_closed });

/** How many units can be placed at once, out of `err_out_of_stock`. */
export function freeIn(details: unknown): number {
  const free = Number((details as { free?: unknown } | null | undefined)?.free);
  return Number.isInteger(free) && free >= 0 ? free : 0;
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
export const wholePrecision = (amount: bigint, atLeast: number): number =>
  Math.max(atLeast, formatUnits(units(amount)).split('.')[1]?.length ?? 0);
