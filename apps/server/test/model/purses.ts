import { WALLET } from '@minerx/rules/wallet';

/** Coins that the books know. */
export type Coin = 'USDT' | 'AOGTD' | 'BTC' | 'CW' | 'RW' | 'AOGP' | 'GBPT';

/** What one member has, or one place of the house. */
export type Purse = Record<Coin, bigint>;

const emptyPurse = (): Purse => ({ USDT: 0n, AOGTD: 0n, BTC: 0n, CW: 0n, RW: 0n, AOGP: 0n, GBPT: 0n });

/** Places of the house by the number of their owner: below zero is what came in from there. */
export const PLACES = { nftFees: 9, capital: 10, withdrawalFees: 11, swapFees: 12, deposits: 116, hot: 117 } as const;

/** What members, the house and holds have, and what time it is: what all books share. */
export class Purses {
  readonly members: readonly Purse[];
  readonly held = emptyPurse();
  /** What the house has to give in swaps. */
  readonly liquidity = emptyPurse();
  readonly house: Readonly<Record<keyof typeof PLACES, Purse>> = {
    nftFees: emptyPurse(),
    capital: emptyPurse(),
    withdrawalFees: emptyPurse(),
    swapFees: emptyPurse(),
    deposits: emptyPurse(),
    hot: emptyPurse(),
  };
  now: number;

  constructor(members: number, now: number) {
    this.members = Array.from({ length: members }, emptyPurse);
    this.now = now;
  }

  credit(member: number, coin: Coin, amount: bigint): string {
    this.members[member]![coin] += amount;
    return 'ok';
  }

  debit(member: number, coin: Coin, amount: bigint): string {
    if (this.members[member]![coin] < amount) return 'err_insufficient_balance';
    this.members[member]![coin] -= amount;
    return 'ok';
  }

  /** From the member into a hold; false: there is not so much. */
  hold(member: number, coin: Coin, amount: bigint): boolean {
    if (this.members[member]![coin] < amount) return false;
    this.members[member]![coin] -= amount;
    this.held[coin] += amount;
    return true;
  }

  giveBack(member: number, coin: Coin, amount: bigint): void {
    this.held[coin] -= amount;
    this.members[member]![coin] += amount;
  }

  /** Out of a hold into a place of the house. */
  take(place: keyof typeof PLACES, coin: Coin, amount: bigint): void {
    this.held[coin] -= amount;
    this.house[place][coin] += amount;
  }
}

/** Amounts above zero under `name/wallet id`. */
export const named = (name: string | number, purse: Purse): Record<string, string> =>
  Object.fromEntries(
    Object.entries(purse)
      .filter(([, amount]) => amount !== 0n)
      .map(([coin, amount]) => [`${name}/${WALLET[coin as Coin]}`, String(amount)]),
  );
