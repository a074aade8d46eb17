import { NETWORK, networkLabel } from '@minerx/rules/network';
import {
  isNetworkOf,
  networksOf,
  networksTaking,
  readAddress,
  WITHDRAWABLE_WALLETS,
  type WithdrawalNetwork,
} from '@minerx/rules/withdrawal-network';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import { secretFaults } from '../../base/form/faults.ts';
import type { WithdrawalAddress } from '../../base/parts/withdrawal-addresses.ts';

/** The coin and network that an address is for. */
export interface Place {
  coin: WalletId;
  network: WithdrawalNetwork;
}

/** The form while it is filled in. */
export interface Input extends Place {
  address: string;
  pin: string;
  code: string;
}

type InputField = keyof Input;

/** What is kept over a reload: neither PIN nor code. */
export type Draft = Place & { address: string };

const START: Place = { coin: WALLET.USDT, network: NETWORK.TRC20 };

/** The saved address of a coin and network; undefined before the first. */
export const savedAt = ({ coin, network }: Place, saved: readonly WithdrawalAddress[]): WithdrawalAddress | undefined =>
  saved.find((each) => each.coin === coin && each.networkLabel === networkLabel(network));

/** Another coin or network: its saved address fills the field, or clears it (specification §5). */
export const placeChosen = (place: Place, saved: readonly WithdrawalAddress[]): Draft => ({
  ...place,
  address: savedAt(place, saved)?.address ?? '',
});

/** A coin with its first network, or the first that has a saved address. */
export function coinChosen(coin: WalletId, saved: readonly WithdrawalAddress[]): Draft {
  const networks = networksOf(coin);
  const network = networks.find((each) => savedAt({ coin, network: each }, saved)) ?? networks[0] ?? START.network;
  return placeChosen({ coin, network }, saved);
}

/** What the form starts with: what was typed before a reload, else the first saved address, else an empty one for USDT. */
export function firstDraft(kept: unknown, saved: readonly WithdrawalAddress[]): Draft {
  const { coin, network, address } = (kept ?? {}) as Partial<Record<keyof Draft, unknown>>;
  if (typeof coin === 'number' && typeof network === 'number' && isNetworkOf(coin, network)) {
    const place = { coin: coin as WalletId, network };
    return typeof address === 'string' ? { ...place, address } : placeChosen(place, saved);
  }
  const coinWithOne = WITHDRAWABLE_WALLETS.find((each) => saved.some((one) => one.coin === each));
  return coinChosen(coinWithOne ?? START.coin, saved);
}

/** Nothing in an address is a space: one that was copied in groups becomes whole again. */
export const tidyAddress = (text: string): string => text.replace(/\s+/g, '');

/** What can be said of an address before it is sent. */
type Verdict =
  | { kind: 'empty' | 'wrong' }
  /** In its one spelling. */
  | { kind: 'right' | 'same'; address: string }
  /** It belongs to other networks; `offered`: one that this coin goes by. */
  | { kind: 'elsewhere'; network: WithdrawalNetwork; offered: boolean };

export function judge({ coin, network, address }: Draft, saved: readonly WithdrawalAddress[]): Verdict {
  if (address === '') return { kind: 'empty' };
  const read = readAddress(network, address);
  if (read !== null)
    return { kind: savedAt({ coin, network }, saved)?.address === read ? 'same' : 'right', address: read };
  const others = networksTaking(address);
  const offered = others.find((other) => isNetworkOf(coin, other));
  const other = offered ?? others[0];
  return other === undefined
    ? { kind: 'wrong' }
    : { kind: 'elsewhere', network: other, offered: offered !== undefined };
}

/** Codes of what is wrong, by field; all five are required. */
export function faultsOf(input: Input, saved: readonly WithdrawalAddress[]): Partial<Record<InputField, string>> {
  const { kind } = judge(input, saved);
  return {
    ...(kind === 'empty' && { address: 'err_required' }),
    ...((kind === 'wrong' || kind === 'elsewhere') && { address: 'err_withdrawal_address' }),
    ...(kind === 'same' && { address: 'withdrawal-address.same' }),
    ...secretFaults(input),
  };
}

/** Field of the form by its name on the wire. */
export const FIELD_OF: Readonly<Record<string, InputField>> = {
  member_bank_type: 'coin',
  member_bank_network: 'network',
  member_bank_number: 'address',
  verify_code: 'code',
  member_security_pin: 'pin',
};
