import { formatUnits, parseUnits } from '@minerx/rules/money';
import type { PackageLine } from '@minerx/rules/miner-package';
import { paymentMethods } from '@minerx/rules/payment-method';
import type { Refused } from '@minerx/rules/purchase';
import { WALLET, walletById } from '@minerx/rules/wallet';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import * as z from 'zod/mini';
import { memberSeed } from '../blessing.ts';
import { defineCall } from '../wire/call.ts';
import { pin } from '../member/member.ts';
import { amount, whole } from '../wire/wire.ts';

type AmountField = 'amount1' | 'amount2' | 'amount3';
/** The first two stand in every body. */
export type WireAmounts = { readonly [Field in AmountField]?: string } & {
  readonly amount1: string;
  readonly amount2: string;
};

/** Which wallet's amount stands in which field of a page's purchase, and of its refusals. */
const AMOUNT_WALLETS: Record<PackageLine, Partial<Record<AmountField, WalletId>>> = {
  x1: { amount1: WALLET.CW, amount2: WALLET.RW, amount3: WALLET.USDT },
  x2: { amount1: WALLET.USDT, amount2: WALLET.RW },
};

const fieldsOf = (line: PackageLine): [AmountField, WalletId][] =>
  Object.entries(AMOUNT_WALLETS[line]) as [AmountField, WalletId][];

/** Amounts by wallet as they stand on the wire. */
export const amountsToWire = (line: PackageLine, amounts: ByWallet): WireAmounts =>
  Object.fromEntries(
    fieldsOf(line).map(([field, wallet]) => [field, formatUnits(amounts[wallet] ?? 0n)]),
  ) as WireAmounts;

/** The amounts of a page among whatever stands beside them, for its body. */
export const pickAmounts = (line: PackageLine, among: WireAmounts): WireAmounts =>
  Object.fromEntries(fieldsOf(line).map(([field]) => [field, among[field] ?? '0'])) as WireAmounts;

/** The amounts of a purchase's body, or those that `err_amount_changed` carries; null when one is missing or no amount. */
export const amountsFromWire = (line: PackageLine, wire: unknown): ByWallet | null => {
  const fields = (wire ?? {}) as Record<string, unknown>;
  const found = fieldsOf(line).map(([field, wallet]) => {
    const text = fields[field];
    return [wallet, typeof text === 'string' ? parseUnits(text) : null] as const;
  });
  return found.some(([, amount]) => amount === null) ? null : Object.fromEntries(found);
};

/** The facts of a refusal that the client needs to go on. Amounts that have changed stand in the fields of X1, whatever was bought. */
export const refusalDetails = ({
  amounts,
  shortage,
  freeUnits,
}: Refused): { readonly details: Readonly<Record<string, string>> } | undefined => {
  if (amounts) return { details: { ...amountsToWire('x1', amounts) } };
  if (shortage) {
    const { walletId, neededUnits, balanceUnits } = shortage;
    const { name } = walletById(walletId);
    return { details: { wallet: name, needed: formatUnits(neededUnits), balance: formatUnits(balanceUnits) } };
  }
  return freeUnits === undefined ? undefined : { details: { free: String(freeUnits) } };
};

/** The member has seen that stock is short and wants to wait for it (decisions section 5). */
const acceptWaiting = z._default(z.boolean('err_type'), false);

/** The browser's part in the draw of the Raya decks that this order grants; a seed that the member has chosen stays. */
const angpauSeed = z.optional(memberSeed);

/** What a purchase made, and what stands against it when the amounts changed. */
const purchased = z.object({ order_count: z.number(), waiting_count: z.number() });

/** Of both pages. `err_amount_changed` carries the amounts of now in `err_details`. */
const refusals = [
  'err_pin_wrong',
  'err_pin_locked',
  'err_insufficient_balance',
  'err_amount_changed',
  'err_country_unavailable',
  'err_package_unavailable',
  'err_voucher_only',
  'err_out_of_stock',
  'err_account_frozen',
] as const;
export const packagePurchase = defineCall({
  method: 'POST',
  path: 'package/purchase',
  summary: 'Subscribes to an X1 package with a wallet split. amount1 is CW, amount2 RW, amount3 USDT.',
  session: 'member',
  secondFactor: false,
  body: z.object({
    package: whole(1, 99, 'err_package_unavailable'),
    payment_method: whole(1, Math.max(...paymentMethods()), 'err_payment_method'),
    quantity: whole(1, 100, 'err_quantity'),
    amount1: amount,
    amount2: z._default(amount, '0'),
    amount3: z._default(amount, '0'),
    accept_waiting: acceptWaiting,
    angpau_seed: angpauSeed,
    member_security_pin: pin,
  }),
  result: purchased,
  refusals: [...refusals, 'err_payment_method'],
  idempotent: true,
});

export const packagePurchase2 = defineCall({
  method: 'POST',
  path: 'package/purchase2',
  summary: 'Subscribes to the X2 package with USDT. amount1 is USDT; amount2 is not used by any reachable option.',
  session: 'member',
  secondFactor: false,
  body: z.object({
    package: whole(1, 99, 'err_package_unavailable'),
    wallet_type: whole(1, 1, 'err_payment_method'),
    quantity: whole(1, 100, 'err_quantity'),
    amount1: amount,
    amount2: z._default(amount, '0'),
    accept_waiting: acceptWaiting,
    angpau_seed: angpauSeed,
    member_security_pin: pin,
  }),
  result: purchased,
  refusals,
  idempotent: true,
});
