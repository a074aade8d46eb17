import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';

/** Places of a network as rows name them (ledger/account.ts). */
export const PLACE = { DEPOSIT: 0, HOT: 1, COLD: 2 } as const;
export type Place = (typeof PLACE)[keyof typeof PLACE];

/** For whoever reads what was found. */
export const PLACE_NAMES: Record<Place, string> = { 0: 'deposit address', 1: 'hot wallet', 2: 'cold wallet' };

/** A coin as it lives on a network. */
export interface Token {
  readonly walletId: WalletId;
  /** In small letters. */
  readonly contract: string;
  readonly decimals: number;
}

/** Whose balance is held against the books: a deposit address, or with '' all wallets of a place together. */
export interface Spot {
  /** null: the chain's own coin of an address, or an item. */
  readonly walletId: WalletId | null;
  readonly place: Place;
  readonly address: string;
  /** Of a collection, `contract/token`; '' where it is no item. */
  readonly item: string;
}

export const spotKey = ({ walletId, place, address, item }: Spot): string =>
  `${walletId ?? ''} ${place} ${address} ${item}`;

/** Tokens of a place, or of a deposit address. */
export const tokenSpot = (walletId: WalletId, place: Place, address = ''): Spot => ({
  walletId,
  place,
  address,
  item: '',
});

/** What a spot holds by the books at a block, in the token's smallest unit; explained differences are counted. */
export interface Expected extends Spot {
  readonly raw: bigint;
}

/** What came to one of our own wallets from elsewhere. */
export interface HouseReceipt {
  readonly walletId: WalletId;
  readonly place: typeof PLACE.HOT | typeof PLACE.COLD;
  /** null: from outside. A deposit address where no payout of ours moves it. */
  readonly source: Place | null;
  readonly sender: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
  readonly raw: bigint;
  readonly units: bigint;
}

/** A balance that is not what the books say, as it is kept. */
export interface ChainDifference extends Spot {
  readonly id: bigint;
  readonly networkId: NetworkId;
  /** What the chain has more than the books, in the token's smallest unit. */
  readonly raw: bigint;
  /** Whether payouts wait until it is gone or explained. */
  readonly stops: boolean;
  readonly blockNumber: number;
  readonly foundAt: Date;
  readonly endedAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly reason: string | null;
}
