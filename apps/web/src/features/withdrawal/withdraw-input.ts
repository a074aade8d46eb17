import { parseUnits, unitsOf, ZERO, type Units } from '@minerx/rules/money';
import { mostWithdrawable, takenUnits } from '@minerx/rules/withdrawal';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { formatUnits } from '@minerx/ui/amount-text';
import type { WithdrawalOption } from './withdrawal.api.ts';
import { secretFaults } from '../../base/form/faults.ts';

/** What is typed and kept over a reload: neither PIN nor code. */
export interface Draft {
  coin: number;
  network: string;
  /** As it was typed. */
  amount: string;
}

export interface Input extends Draft {
  pin: string;
  code: string;
}

type InputField = 'amount' | 'pin' | 'code';

/** The option of a coin and network, else the coin's first, else the first of all. */
export const optionFor = (options: readonly WithdrawalOption[], { coin, network }: Pick<Draft, 'coin' | 'network'>) =>
  options.find((each) => each.wallet_type === coin && each.network === network) ??
  options.find((each) => each.wallet_type === coin) ??
  options[0];

/** A coin with the network that has an address, else its first. */
export const optionOfCoin = (options: readonly WithdrawalOption[], coin: number) =>
  options.find((each) => each.wallet_type === coin && each.address !== null) ??
  optionFor(options, { coin, network: '' });

export const coinsOf = (options: readonly WithdrawalOption[]): number[] => [
  ...new Set(options.map(({ wallet_type }) => wallet_type)),
];

/** What was typed as units; null when it is no amount, or a finer one than the network takes. */
function amountUnitsOf(text: string, { decimals }: WithdrawalOption): Units | null {
  const amount = amountOf(text, decimals);
  return amount === null ? null : parseUnits(amount);
}

export interface Sums {
  amountUnits: Units;
  feeUnits: Units;
  takenUnits: Units;
  /** Whether so much can be withdrawn now: what would come of any other amount is not told. */
  isPossible: boolean;
}

export function sumsOf(option: WithdrawalOption, amount: string, balanceUnits: bigint): Sums {
  const amountUnits = amountUnitsOf(amount, option) ?? ZERO;
  const feeUnits = unitsOf(option.fee);
  return {
    amountUnits,
    feeUnits,
    takenUnits: takenUnits(amountUnits, feeUnits),
    isPossible: amountFault(option, amount, balanceUnits) === undefined,
  };
}

/** The most that can arrive now. */
export const mostOf = (option: WithdrawalOption, balanceUnits: bigint): Units =>
  mostWithdrawable(
    { feeUnits: unitsOf(option.fee), dailyLimitUnits: unitsOf(option.limit_left), decimals: option.decimals },
    { balanceUnits, usedUnits: 0n },
  );

/** What is wrong with the amount; a text's id, or a refusal's code. */
export function amountFault(option: WithdrawalOption, amount: string, balanceUnits: bigint): string | undefined {
  if (amount === '') return 'err_required';
  const units = amountUnitsOf(amount, option);
  if (units === null) return 'err_amount';
  if (units === 0n || units < unitsOf(option.minimum)) return 'err_withdrawal_minimum';
  if (units > unitsOf(option.limit_left)) return 'err_withdrawal_limit';
  return takenUnits(units, unitsOf(option.fee)) > balanceUnits ? 'err_insufficient_balance' : undefined;
}

/** What can be withdrawn in place of an amount that is too much; null where it is not too much, or nothing can. */
export function lessOf(option: WithdrawalOption, fault: string | undefined, balanceUnits: bigint): Units | null {
  if (fault !== 'err_withdrawal_limit' && fault !== 'err_insufficient_balance') return null;
  const most = mostOf(option, balanceUnits);
  return most > 0n && most >= unitsOf(option.minimum) ? most : null;
}

/** Codes of what is wrong, by field. */
export function faultsOf(
  option: WithdrawalOption,
  input: Input,
  balanceUnits: bigint,
): Partial<Record<InputField, string>> {
  const amount = amountFault(option, input.amount, balanceUnits);
  return {
    ...(amount !== undefined && { amount }),
    ...secretFaults(input),
  };
}

/** Decimals that show all of an amount, and at least the wallet's. */
export function decimalsOf(units: bigint, least: number): number {
  const digits = (units % 100_000_000n).toString().padStart(8, '0').replace(/0+$/, '').length;
  return Math.max(least, digits);
}

/** An amount of a coin that was asked for, with all its decimals. */
export function coinText(coin: number, amount: string, tag: string): string {
  const { name, precision } = walletById(coin as WalletId);
  const units = unitsOf(amount);
  return `${formatUnits(units, decimalsOf(units, precision), tag)} ${name}`;
}

/** Field of the form by its name on the wire. */
export const FIELD_OF: Readonly<Record<string, InputField>> = {
  amount: 'amount',
  verify_code: 'code',
  member_security_pin: 'pin',
};
