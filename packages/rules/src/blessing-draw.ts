import { BLESSING_CARDS } from './blessing.ts';
import type { DeckCard } from './blessing.ts';
import { UNIT, units } from './money.ts';
import type { Units } from './money.ts';

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

/** Whether the pool can fill a deck. */
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

/**
 * Chance of each line to be what a pick turns up, in order of the pool: the mean number of its cards in a deck ÷ 9. Exact
 * but for floating point: it follows every way in which lines can run out while a deck is dealt. Zeros when no deck can be.
 */
export const pickOdds = (pool: readonly PoolPrize[]): number[] => {
  const expected = pool.map(() => 0);
  if (!canFillDeck(pool)) return expected;
  const room = pool.map(capacity);
  // Lines that can fill a whole deck never run out: only the others make a difference.
  let states = new Map<string, { given: number[]; chance: number }>([['', { given: pool.map(() => 0), chance: 1 }]]);
  for (let card = 0; card < BLESSING_CARDS; card += 1) {
    const next: typeof states = new Map();
    for (const { given, chance } of states.values()) {
      const weights = pool.map(({ weight }, line) => (given[line]! < room[line]! ? weight : 0));
      const sum = weights.reduce((all, weight) => all + weight, 0);
      for (const [line, weight] of weights.entries()) {
        if (weight === 0) continue;
        const share = (chance * weight) / sum;
        expected[line]! += share / BLESSING_CARDS;
        const after = room[line]! < BLESSING_CARDS ? given.with(line, given[line]! + 1) : given;
        const key = after.join();
        const known = next.get(key);
        if (known) known.chance += share;
        else next.set(key, { given: after, chance: share });
      }
    }
    states = next;
  }
  return expected;
};

/** Whether two lines could give the same card: the same name and amounts in common. */
export const overlaps = (a: PoolPrize, b: PoolPrize): boolean =>
  a.id !== b.id && a.name === b.name && a.minUnits <= b.maxUnits && b.minUnits <= a.maxUnits;
