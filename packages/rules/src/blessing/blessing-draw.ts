import { BLESSING_CARDS } from './blessing.ts';
import type { DeckCard } from './blessing.ts';
import { UNIT, units } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';

/** A line of the prize pool: a name with one amount, or with all whole dollars of a range, and how often it comes. */
export interface PoolPrize {
  readonly id: number;
  readonly name: string;
  /** Whole US dollars; equal for a fixed amount. */
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  /** Its share of the draw, against the sum of all weights. */
  readonly weight: number;
  /** How many may still be drawn; null when unlimited. */
  readonly left: number | null;
  readonly enabled: boolean;
}

export interface DrawnCard extends DeckCard {
  readonly prizeId: number;
}

/** Unpredictable bytes, each asked for once. */
export type TakeBytes = (count: number) => Uint8Array;

/** Most lines of a pool, and the highest weight: sums stay far below 2^48, and the odds quick to work out. */
export const POOL_PRIZES_MAX = 24;
export const WEIGHT_MAX = 1_000_000_000;

const DRAW_BYTES = 6;
const DRAW_RANGE = 2 ** (8 * DRAW_BYTES);

/**
 * A number from 0 to `count` − 1, each exactly as likely as any other: draws that fall into the last, incomplete round of
 * the range are thrown away instead of being folded over. `count` from 1 to 2^48.
 * @internal
 */
export const drawBelow = (count: number, take: TakeBytes): number => {
  if (!Number.isInteger(count) || count < 1 || count > DRAW_RANGE) throw new RangeError(`cannot draw below ${count}`);
  const fair = DRAW_RANGE - (DRAW_RANGE % count);
  for (;;) {
    let value = 0;
    for (const byte of take(DRAW_BYTES)) value = value * 256 + byte;
    if (value < fair) return value % count;
  }
};

const amountCount = ({ minUnits, maxUnits }: PoolPrize): number => Number((maxUnits - minUnits) / UNIT) + 1;

/** How many different cards a line can give to one deck. */
const capacity = (prize: PoolPrize): number =>
  prize.enabled && prize.weight > 0 ? Math.min(prize.left ?? BLESSING_CARDS, amountCount(prize), BLESSING_CARDS) : 0;

/** Whether the pool can fill a deck. @internal */
export const canFillDeck = (pool: readonly PoolPrize[]): boolean =>
  pool.reduce((all, prize) => all + capacity(prize), 0) >= BLESSING_CARDS;

/**
 * Deals nine different cards: each time a line by its weight among those that still have a card to give, then one of its
 * amounts, all equally likely, that the deck does not hold yet. At last the cards are shuffled, so that no position is
 * better than another. Null when the pool cannot fill nine.
 */
export const drawDeck = (pool: readonly PoolPrize[], take: TakeBytes): DrawnCard[] | null => {
  if (!canFillDeck(pool)) return null;
  const cards: DrawnCard[] = [];
  const room = new Map(pool.map((prize) => [prize, capacity(prize)]));
  while (cards.length < BLESSING_CARDS) {
    const prize = drawLine(
      pool.filter((line) => room.get(line)! > 0),
      take,
    );
    room.set(prize, room.get(prize)! - 1);
    cards.push({ prizeId: prize.id, name: prize.name, amountUnits: drawAmount(prize, cards, take) });
  }
  shuffle(cards, take);
  return cards;
};

const drawLine = (lines: readonly PoolPrize[], take: TakeBytes): PoolPrize => {
  let ticket = drawBelow(
    lines.reduce((all, { weight }) => all + weight, 0),
    take,
  );
  return lines.find(({ weight }) => (ticket -= weight) < 0)!;
};

const drawAmount = (prize: PoolPrize, cards: readonly DrawnCard[], take: TakeBytes): Units => {
  for (;;) {
    const amountUnits = units(prize.minUnits + BigInt(drawBelow(amountCount(prize), take)) * UNIT);
    if (!cards.some((card) => card.prizeId === prize.id && card.amountUnits === amountUnits)) return amountUnits;
  }
};

const shuffle = (cards: DrawnCard[], take: TakeBytes): void => {
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = drawBelow(last + 1, take);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
};

/** Steps of the logarithm of time: the sum below is then exact to the last digits of a floating-point number. */
const STEP = 1 / 8;

/**
 * Chance of each line to be what a pick turns up, in order of the pool: the mean number of its cards in a deck ÷ 9. Exact
 * but for floating point. Zeros when no deck can be.
 *
 * Cards come as if each line were a clock that strikes at random, as often as its weight, and is silent once it has given
 * all it can: the first nine strokes are the deck. A line gives its card at a moment when it still can and the others have
 * left room; all moments are summed up. Going through the ways to deal instead takes minutes when many lines are scarce.
 */
export const pickOdds = (pool: readonly PoolPrize[]): number[] => {
  const odds = pool.map(() => 0);
  if (!canFillDeck(pool)) return odds;
  const lines = pool
    .map((prize, at) => ({ at, weight: prize.weight, room: capacity(prize) }))
    .filter(({ room }) => room > 0);
  const weights = lines.map(({ weight }) => weight);
  const first = Math.log(1e-17 / weights.reduce((all, weight) => all + weight, 0));
  const last = Math.log(90 / Math.min(...weights));
  for (let moment = first; moment < last; moment += STEP) {
    const time = Math.exp(moment);
    const given = lines.map(({ weight, room }) => givenBy(weight * time, room));
    const after = [[1]];
    for (const counts of given.slice(1).reverse()) after.unshift(addCounts(counts, after[0]!));
    let before = [1];
    for (const [index, { at, weight, room }] of lines.entries()) {
      const counts = given[index]!;
      odds[at]! +=
        (STEP * time * weight * chanceOfRoom(counts, room, addCounts(before, after[index]!))) / BLESSING_CARDS;
      before = addCounts(before, counts);
    }
  }
  return odds;
};

/** Chances that a line has given none, one, … and at most `room` cards after so many strokes in the mean; nine and more are left out. */
const givenBy = (strokes: number, room: number): number[] => {
  const counts = [Math.exp(-strokes)];
  while (counts.length < room) counts.push((counts.at(-1)! * strokes) / counts.length);
  if (room < BLESSING_CARDS) counts.push(Math.max(0, 1 - counts.reduce((all, chance) => all + chance, 0)));
  return counts;
};

/** Chances of the sum of two counts, up to a deck's last card but one. */
const addCounts = (a: readonly number[], b: readonly number[]): number[] => {
  const sum = Array.from({ length: BLESSING_CARDS }, () => 0);
  for (const [i, one] of a.entries())
    for (let j = 0; j < b.length && i + j < BLESSING_CARDS; j += 1) sum[i + j]! += one * b[j]!;
  return sum;
};

/** Chance that a line still has a card and that, with those of the others, the deck is not full. */
const chanceOfRoom = (own: readonly number[], room: number, others: readonly number[]): number => {
  let chance = 0;
  let atMost = 0;
  for (let count = BLESSING_CARDS - 1; count >= 0; count -= 1) {
    atMost += others[BLESSING_CARDS - 1 - count]!;
    if (count < room) chance += own[count]! * atMost;
  }
  return chance;
};

/** Whether two lines could give the same card: the same name and amounts in common. */
export const overlaps = (a: PoolPrize, b: PoolPrize): boolean =>
  a.id !== b.id && a.name === b.name && a.minUnits <= b.maxUnits && b.minUnits <= a.maxUnits;
