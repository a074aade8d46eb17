import { UNIT } from '@minerx/rules/money';
import type { Coin, Purses } from './purses.ts';

const QUOTE_MS = 15_000;
const CENT = UNIT / 100n;
const SENT: readonly Coin[] = ['USDT', 'CW', 'RW'];

/** Dollars for one, as numerator and denominator. */
const PRICES: Partial<Record<Coin, readonly [bigint, bigint]>> = {
  USDT: [1n, 1n],
  CW: [1n, 1n],
  AOGTD: [1n, 2n],
  BTC: [60_000n, 1n],
};
/** The smallest part that each shows. */
const STEP: Partial<Record<Coin, bigint>> = { USDT: CENT, CW: CENT, AOGTD: UNIT / 10_000n, BTC: 1n };

interface Pair {
  readonly min: bigint;
  readonly max: bigint;
  readonly feePpm: bigint;
}
/** What operators have set; they keep half a percent of the rate, and of what goes into CW three thousandths more. */
const PAIRS: Readonly<Record<string, Pair>> = {
  'USDT/CW': { min: UNIT, max: 50_000n * UNIT, feePpm: 3000n },
  'USDT/AOGTD': { min: UNIT, max: 10_000n * UNIT, feePpm: 0n },
  'BTC/USDT': { min: UNIT / 10_000n, max: UNIT, feePpm: 0n },
  'USDT/BTC': { min: 10n * UNIT, max: 50_000n * UNIT, feePpm: 0n },
  'CW/USDT': { min: UNIT, max: 10_000n * UNIT, feePpm: 0n },
};
export const SWAPS = [...Object.keys(PAIRS), 'RW/USDT', 'AOGTD/USDT'].map((pair) => pair.split('/') as [Coin, Coin]);

interface Quote {
  readonly member: number;
  readonly from: Coin;
  readonly to: Coin;
  readonly amount: bigint;
  readonly arrives: bigint;
  readonly fee: bigint;
  readonly until: number;
  taken: boolean;
}

/** Transfers between members, and swaps with the house. */
export class MoveBooks {
  readonly quotes: Quote[] = [];
  readonly #purses: Purses;

  constructor(purses: Purses) {
    this.#purses = purses;
  }

  send(from: number, to: number, coin: Coin, amount: bigint): string {
    const { members } = this.#purses;
    if (from === to) return 'err_transfer_self';
    if (!SENT.includes(coin)) return 'err_transfer_wallet';
    if (amount < UNIT || amount % CENT !== 0n) return 'err_transfer_amount';
    if (members[from]![coin] < amount) return 'err_insufficient_balance';
    members[from]![coin] -= amount;
    members[to]![coin] += amount;
    return 'ok';
  }

  /** Two operators put some of the house's capital in, or take it out. */
  fund(coin: Coin, amount: bigint, second: boolean): string {
    const { liquidity, house } = this.#purses;
    if (!second) return 'err_second_operator';
    if (liquidity[coin] + amount < 0n) return 'err_insufficient_balance';
    liquidity[coin] += amount;
    house.capital[coin] -= amount;
    return 'ok';
  }

  quote(member: number, from: Coin, to: Coin, amount: bigint): string {
    const pair = PAIRS[`${from}/${to}`];
    if (pair === undefined) return 'err_swap_pair';
    if (amount < pair.min || amount > pair.max || amount % STEP[from]! !== 0n) return 'err_swap_amount';
    const [[up, down], [toUp, toDown]] = [PRICES[from]!, PRICES[to]!];
    const exact = (amount * 995n * up * toDown) / (1000n * down * toUp);
    const gross = exact - (exact % STEP[to]!);
    const fee = roundUp(roundUp(gross * pair.feePpm, 1_000_000n) / 1_000_000n, STEP[to]!);
    const arrives = gross - fee;
    if (arrives <= 0n) return 'err_swap_amount';
    if (this.#purses.liquidity[to] < gross) return 'err_swap_liquidity';
    this.quotes.push({ member, from, to, amount, arrives, fee, until: this.#purses.now + QUOTE_MS, taken: false });
    return 'ok';
  }

  swap(quote: Quote): string {
    const { members, liquidity, house, now } = this.#purses;
    const { member, from, to, amount, arrives, fee } = quote;
    if (quote.taken || now >= quote.until) return 'err_swap_quote';
    if (members[member]![from] < amount) return 'err_insufficient_balance';
    if (liquidity[to] < arrives + fee) return 'err_swap_liquidity';
    quote.taken = true;
    members[member]![from] -= amount;
    liquidity[from] += amount;
    liquidity[to] -= arrives + fee;
    members[member]![to] += arrives;
    house.swapFees[to] += fee;
    return 'ok';
  }
}

const roundUp = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step;
