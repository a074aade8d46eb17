import { HOUR_MS } from '../text/duration.ts';
import { decodeBase58Check } from './base58.ts';
import { decodeSegwit } from './bech32.ts';
import { checksummed, isEvmAddress } from './evm-address.ts';
import { NETWORK, networkLabel } from './network.ts';
import { WALLET, type WalletId } from '../wallet/wallet.ts';

/** Networks that value can be withdrawn on; NFTs have their own. */
const WITHDRAWAL_NETWORKS = [NETWORK.TRC20, NETWORK.BEP20, NETWORK.OMNI, NETWORK.ARBITRUM_ONE] as const;
export type WithdrawalNetwork = (typeof WITHDRAWAL_NETWORKS)[number];

type Networks = readonly [WithdrawalNetwork, ...WithdrawalNetwork[]];

/** Which networks each coin takes (specification §5), in the order of the list of coins; a wallet that is missing cannot be withdrawn. */
const NETWORKS_OF: ReadonlyMap<WalletId, Networks> = new Map<WalletId, Networks>([
  [WALLET.USDT, [NETWORK.TRC20, NETWORK.BEP20]],
  [WALLET.BTC, [NETWORK.OMNI]],
  [WALLET.AOGTD, [NETWORK.ARBITRUM_ONE]],
  [WALLET.AOG, [NETWORK.ARBITRUM_ONE]],
]);

/** Wallets that can be withdrawn. */
export const WITHDRAWABLE_WALLETS: readonly WalletId[] = [...NETWORKS_OF.keys()];

/** Hours for which a new or changed withdrawal address waits before it can be used, unless the operator sets another. */
export const ADDRESS_HOLD_HOURS = 24;

/** A year. */
export const LONGEST_HOLD_HOURS = 8760;

/** Longer than any address of any network. */
export const ADDRESS_MAX_LENGTH = 128;

/** The networks of a coin; none for a wallet that cannot be withdrawn. */
export const networksOf = (walletId: number): readonly WithdrawalNetwork[] =>
  NETWORKS_OF.get(walletId as WalletId) ?? [];

export const isNetworkOf = (walletId: number, network: number): network is WithdrawalNetwork =>
  (networksOf(walletId) as readonly number[]).includes(network);

/** The network of a coin by its label on the wire; null when the coin does not go by it. */
export const findNetworkOf = (walletId: number, label: string): WithdrawalNetwork | null =>
  networksOf(walletId).find((network) => networkLabel(network) === label) ?? null;

const readEvm = (text: string): string | null =>
  isEvmAddress(text) && !/^0x0{40}$/.test(text) ? checksummed(text) : null;

const TRON_VERSION = 0x41;

const readTron = (text: string): string | null => (isHash(decodeBase58Check(text), [TRON_VERSION]) ? text : null);

/** Payments to a public key's hash and to a script's hash; other versions belong to test networks. */
const BITCOIN_VERSIONS = [0x00, 0x05];

/** What is sent to a later witness version than Taproot's could be taken by anybody today, so those are refused. */
const readBitcoin = (text: string): string | null => {
  if (isHash(decodeBase58Check(text), BITCOIN_VERSIONS)) return text;
  const witness = decodeSegwit('bc', text);
  if (witness === null || isZero(witness.program)) return null;
  const { version, program } = witness;
  return version === 0 || (version === 1 && program.length === 32) ? text.toLowerCase() : null;
};

/** A version byte and twenty bytes of a hash. */
const isHash = (payload: Uint8Array | null, versions: readonly number[]): boolean => {
  if (payload === null || payload.length !== 21 || isZero(payload.subarray(1))) return false;
  return versions.includes(payload[0] ?? -1);
};

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

const readOf: Readonly<Record<WithdrawalNetwork, (text: string) => string | null>> = {
  [NETWORK.TRC20]: readTron,
  [NETWORK.BEP20]: readEvm,
  [NETWORK.OMNI]: readBitcoin,
  [NETWORK.ARBITRUM_ONE]: readEvm,
};

/**
 * The one spelling of an address on a network, or null when it is none of it: EIP-55 on the EVM networks, Base58Check on
 * TRC20 and Bitcoin, Bech32 and Bech32m on Bitcoin. Spaces around are dropped. Addresses that nobody can hold (all zeros) are none.
 */
export const readAddress = (network: WithdrawalNetwork, text: string): string | null => {
  const trimmed = text.trim();
  return trimmed.length > ADDRESS_MAX_LENGTH ? null : readOf[network](trimmed);
};

/** Networks that take this text as an address, to tell a member who has pasted one of another network. */
export const networksTaking = (text: string): readonly WithdrawalNetwork[] =>
  WITHDRAWAL_NETWORKS.filter((network) => readAddress(network, text) !== null);

/** The hold that an operator has set, in hours; what is no such number counts as the default. */
export const holdHours = (setting: unknown): number =>
  typeof setting === 'number' && setting >= 0 && setting <= LONGEST_HOLD_HOURS ? setting : ADDRESS_HOLD_HOURS;

/** From when on an address that was saved at a moment can be used, in milliseconds. */
export const usableFrom = (savedAtMs: number, holdHours: number): number => savedAtMs + holdHours * HOUR_MS;

/** What the eye compares of an address at either end. */
const ENDS = 4;

/** Whether two addresses look alike at a glance and are not the same: the trick of those who send dust from a made-up one. */
export const looksAlike = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((address) => address.replace(/^(?:0x|bc1)/i, '').toLowerCase()) as [string, string];
  return (
    one.toLowerCase() !== other.toLowerCase() &&
    a.slice(0, ENDS) === b.slice(0, ENDS) &&
    a.slice(-ENDS) === b.slice(-ENDS)
  );
};
