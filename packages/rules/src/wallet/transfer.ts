import { floorToPrecision, parseUnits, units, unitsOf } from './money.ts';
import type { Units } from './money.ts';
import { isWalletId, WALLET, walletById, walletByName, WALLETS } from './wallet.ts';
import type { ByWallet, WalletId, WalletName } from './wallet.ts';

/** The longest note that goes with a transfer. */
export const TRANSFER_NOTE_MAX = 140;

/** The wallets that members may send each other, each with the least that goes at once, unless operators have set others. */
const TRANSFER_MINIMUMS: ByWallet = {
  [WALLET.USDT]: unitsOf('1'),
  [WALLET.CW]: unitsOf('1'),
  [WALLET.RW]: unitsOf('1'),
};

/** The least of each wallet out of a setting, `{"USDT": "1"}`; anything that is none makes the default stand. */
export const readTransferMinimums = (setting: unknown): ByWallet => {
  if (typeof setting !== 'object' || setting === null) return TRANSFER_MINIMUMS;
  const entries = Object.entries(setting).map(([name, least]) => {
    const minimum = typeof least === 'string' ? parseUnits(least) : null;
    return Object.hasOwn(WALLET, name) && minimum !== null && minimum > 0n
      ? ([walletByName(name as WalletName).id, minimum] as const)
      : null;
  });
  return entries.some((entry) => entry === null)
    ? TRANSFER_MINIMUMS
    : Object.fromEntries(entries as [WalletId, Units][]);
};

/** The wallets that may be sent, in order of position. */
export const transferableWallets = (minimums: ByWallet): readonly WalletId[] =>
  WALLETS.filter(({ id }) => minimums[id] !== undefined).map(({ id }) => id);

/** Whether an amount may be sent: the wallet's least at least, and no finer than the wallet shows. */
const isTransferAmount = (walletId: WalletId, amountUnits: bigint, minimums: ByWallet): boolean =>
  amountUnits >= (minimums[walletId] ?? 0n) &&
  amountUnits > 0n &&
  floorToPrecision(amountUnits, walletById(walletId).precision) === amountUnits;

/**
 * A full name by which whoever knows the person recognises it, and nobody learns it: the first letter of each word.
 * How long the words are is not told.
 */
export const maskedName = (fullName: string): string =>
  fullName
    .trim()
    .split(/\s+/u)
    .slice(0, 4)
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ');

/** What somebody typed to find a member, as the member tells it: without an @ before it. */
export const recipientTyped = (typed: string): string => typed.trim().replace(/^@/, '');

type TransferRefusal =
  | 'err_recipient'
  | 'err_transfer_self'
  | 'err_transfer_wallet'
  | 'err_transfer_amount'
  | 'err_insufficient_balance';

export interface TransferState {
  readonly senderId: bigint;
  /** Null when there is none. */
  readonly receiver: { readonly id: bigint; readonly frozen: boolean } | null;
  /** Of the sender, in the wallet that is asked for. */
  readonly balanceUnits: bigint;
  readonly minimums: ByWallet;
}

interface TransferRefused {
  readonly ok: false;
  readonly refusal: TransferRefusal;
  /** `err_transfer_amount`: the least. */
  readonly minUnits?: Units;
}

/** Decides on a transfer to a member. Who cannot receive is refused like who is not there. */
export const decideTransfer = (
  { senderId, receiver, balanceUnits, minimums }: TransferState,
  { walletId, amountUnits }: { readonly walletId: number; readonly amountUnits: bigint },
): { readonly ok: true; readonly walletId: WalletId; readonly amountUnits: Units } | TransferRefused => {
  if (receiver?.id === senderId) return { ok: false, refusal: 'err_transfer_self' };
  if (receiver === null || receiver.frozen) return { ok: false, refusal: 'err_recipient' };
  const minUnits = isWalletId(walletId) ? minimums[walletId] : undefined;
  if (!isWalletId(walletId) || minUnits === undefined) return { ok: false, refusal: 'err_transfer_wallet' };
  if (!isTransferAmount(walletId, amountUnits, minimums)) {
    return { ok: false, refusal: 'err_transfer_amount', minUnits };
  }
  if (balanceUnits < amountUnits) return { ok: false, refusal: 'err_insufficient_balance' };
  return { ok: true, walletId, amountUnits: units(amountUnits) };
};
