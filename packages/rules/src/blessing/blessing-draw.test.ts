import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLESSING_CARDS } from './blessing.ts';
import { canFillDeck, drawBelow, drawDeck, overlaps, pickOdds, POOL_PRIZES_MAX, WEIGHT_MAX } from './blessing-draw.ts';
import type { PoolPrize, TakeBytes } from './blessing-draw.ts';
import { UNIT } from '../wallet/money.ts';
import { expectSame } from '../../test/expect-same.ts';

const prize = (id: number, change: Partial<PoolPrize> & { min?: number; max?: number } = {}): PoolPrize => {
  const { min = 28, max = min, ...rest } = change;
  const range = { minUnits: BigInt(min) * UNIT, maxUnits: BigInt(max) * UNIT };
  return { id, name: `RW ${id}`, weight: 10, left: null, enabled: true, ...range, ...rest };
};

/** A repeatable stream of bytes (xorshift): the draw must be fair with any even one. */
const stream = (seed: number): TakeBytes => {
  let state = (seed | 0) === 0 ? 1 : seed | 0;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 11) & 255;
    });
};

/** The odds by going through every way in which a deck can be dealt: true, and slow. */
const oddsOfEveryWay = (pool: readonly PoolPrize[]): number[] => {
  const odds = pool.map(() => 0);
  if (!canFillDeck(pool)) return odds;
  const room = pool.map(({ enabled, left, minUnits, maxUnits }) =>
    enabled ? Math.min(left ?? BLESSING_CARDS, Number((maxUnits - minUnits) / UNIT) + 1, BLESSING_CARDS) : 0,
  );
  let ways = new Map([['', { given: pool.map(() => 0), chance: 1 }]]);
  for (let card = 0; card < BLESSING_CARDS; card += 1) {
    const next: typeof ways = new Map();
    for (const { given, chance } of ways.values()) {
      const weights = pool.map(({ weight }, line) => (given[line]! < room[line]! ? weight : 0));
      const sum = weights.reduce((all, weight) => all + weight, 0);
      for (const [line, weight] of weights.entries()) {
        if (weight === 0) continue;
        odds[line]! += (chance * weight) / sum / BLESSING_CARDS;
        const after = given.with(line, given[line]! + 1);
        const known = next.get(after.join());
        next.set(after.join(), { given: after, chance: (known?.chance ?? 0) + (chance * weight) / sum });
      }
    }
    ways = next;
  }
  return odds;
};

const pools = fc
  .array(
    fc.record({
      min: fc.integer({ min: 1, max: 20 }),
      more: fc.constantFrom(0, 0, 1, 5, 60),
      weight: fc.constantFrom(0, 1, 7, 100_000),
      left: fc.constantFrom(null, null, 0, 1, 2, 30),
      enabled: fc.constantFrom(true, true, true, false),
    }),
    { minLength: 0, maxLength: 12 },
  )
  .map((lines) => lines.map(({ min, more, ...rest }, id) => prize(id, { min, max: min + more, ...rest })));

describe('a draw below a number', () => {
  it('throws away what falls into the incomplete last round', () => {
    const values = [0xffffffffffff, 0x000000000007];
    const take: TakeBytes = () => {
      const value = values.shift()!;
      return Uint8Array.from({ length: 6 }, (_, at) => Math.floor(value / 256 ** (5 - at)) % 256);
    };
    // 2^48 is not a multiple of 10: its last six values would make 0 to 5 likelier.
    expect(drawBelow(10, take)).toBe(7);
    expect(values).toEqual([]);
  });

  it('reaches every number and no other', () => {
    const take = stream(1);
    for (const count of [1, 2, 3, 9, 100]) {
      const seen = new Set(Array.from({ length: count * 50 }, () => drawBelow(count, take)));
      expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
    }
    expect(() => drawBelow(0, take)).toThrow('cannot draw');
  });
});

describe('a deck', () => {
  it('has nine different cards of enabled lines, within their amounts and what is left of them', () => {
    fc.assert(
      fc.property(pools, fc.integer(), (pool, seed) => {
        const deck = drawDeck(pool, stream(seed));
        expectSame(deck === null, !canFillDeck(pool));
        if (deck === null) return;
        expect(deck).toHaveLength(BLESSING_CARDS);
        expectSame(new Set(deck.map(({ prizeId, amountUnits }) => `${prizeId} ${amountUnits}`)).size, BLESSING_CARDS);
        for (const line of pool) {
          const cards = deck.filter(({ prizeId }) => prizeId === line.id);
          if (!line.enabled || line.weight === 0) expect(cards).toEqual([]);
          expect(cards.length).toBeLessThanOrEqual(line.left ?? BLESSING_CARDS);
          for (const { name, amountUnits } of cards) {
            expectSame(name, line.name);
            expectSame(amountUnits >= line.minUnits && amountUnits <= line.maxUnits && amountUnits % UNIT === 0n, true);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('lies in each order as often as in any other: no card keeps its place or its neighbour (chi-square, 99.99 %)', () => {
    // Nine cards of one line each come in the order of their weights, so what is left is the shuffle.
    const nine = Array.from({ length: 9 }, (_, id) => prize(id, { weight: 10 ** (8 - id) }));
    const take = stream(20_261_121);
    const DECKS = 20_000;
    // The first drawn card and where it lies; and which of the two cards in front was drawn first.
    const places = Array.from({ length: 9 }, () => 0);
    const pairs = [0, 0];
    for (let deck = 0; deck < DECKS; deck += 1) {
      const cards = drawDeck(nine, take)!;
      places[cards.findIndex(({ prizeId }) => prizeId === 0)]! += 1;
      pairs[cards[0]!.prizeId < cards[1]!.prizeId ? 0 : 1]! += 1;
    }
    const even = (count: number) => Array.from({ length: count }, () => DECKS / count);
    // 8 degrees of freedom: 31.8; 1: 15.1.
    expect(chiSquare(places, even(9))).toBeLessThan(31.8);
    expect(chiSquare(pairs, even(2))).toBeLessThan(15.1);
  });

  it('is shuffled by every swap: two cards that only the last one can exchange do change places', () => {
    // The smallest draws put each card on itself but for the last swap, which is asked for 1 of 2.
    const swaps = (last: number): number => {
      let draws = 0;
      const take: TakeBytes = () => {
        draws += 1;
        // Nine lines and nine amounts are drawn first: 18 numbers, each 0. Then swaps from 9 down to 2.
        const below = 9 - (draws - 19);
        const value = draws <= 18 ? 0 : below > 2 ? below - 1 : last;
        return Uint8Array.from({ length: 6 }, (_, at) => (at === 5 ? value : 0));
      };
      const deck = drawDeck(
        Array.from({ length: 9 }, (_, id) => prize(id)),
        take,
      )!;
      return deck[0]!.prizeId;
    };
    expect([swaps(1), swaps(0)]).toEqual([0, 1]);
  });

  it('is not dealt from a pool of eight cards', () => {
    const eight = Array.from({ length: 8 }, (_, id) => prize(id));
    expect(drawDeck(eight, stream(1))).toBeNull();
    expect(drawDeck([...eight, prize(9, { left: 0 })], stream(1))).toBeNull();
    expect(drawDeck([...eight, prize(9, { enabled: false })], stream(1))).toBeNull();
    expect(drawDeck([...eight, prize(9, { left: 1 })], stream(1))).toHaveLength(9);
  });

  it('holds the same limited prize more than once only with other amounts', () => {
    const pool = [prize(1, { min: 28, max: 35, weight: 1000 }), prize(2, { min: 50 })];
    const deck = drawDeck(pool, stream(3))!;
    expect(deck.filter(({ prizeId }) => prizeId === 2)).toHaveLength(1);
  });

  it('lets lines that could give the same card be told apart', () => {
    const same = { name: 'RW' };
    expect(overlaps(prize(1, { ...same, min: 28, max: 88 }), prize(2, { ...same, min: 88, max: 100 }))).toBe(true);
    expect(overlaps(prize(1, { ...same, min: 28, max: 88 }), prize(2, { ...same, min: 89, max: 100 }))).toBe(false);
    expect(overlaps(prize(1, { min: 28 }), prize(2, { min: 28 }))).toBe(false);
  });
});

/** The specification's pool with weights that make every line come up often enough to be counted. */
const TEST_POOL = [
  prize(1, { min: 28, max: 88, weight: 500 }),
  prize(2, { min: 89, max: 888, weight: 300 }),
  prize(3, { min: 889, max: 8888, weight: 120 }),
  prize(4, { min: 888, weight: 60, left: 66 }),
  prize(5, { min: 2888, weight: 30, left: 66 }),
  prize(6, { min: 100, weight: 80 }),
  prize(7, { min: 10_000, weight: 10 }),
];

/** Σ (seen − expected)² ÷ expected. */
const chiSquare = (seen: readonly number[], expected: readonly number[]): number =>
  seen.reduce((sum, count, at) => sum + (count - expected[at]!) ** 2 / expected[at]!, 0);

describe('the published odds', () => {
  it('sum to one, and are the weights where nothing runs out', () => {
    const ranges = [1, 2, 3].map((id) => prize(id, { min: 1, max: 1000, weight: id }));
    pickOdds(ranges).forEach((chance, at) => expect(chance).toBeCloseTo((at + 1) / 6, 12));
    fc.assert(
      fc.property(pools, (pool) => {
        const sum = pickOdds(pool).reduce((all, chance) => all + chance, 0);
        expect(sum).toBeCloseTo(canFillDeck(pool) ? 1 : 0, 9);
      }),
    );
  });

  it('are a ninth each when there are just nine cards, whatever their weights', () => {
    const nine = Array.from({ length: 9 }, (_, id) => prize(id, { weight: 10 ** (id % 4) }));
    for (const chance of pickOdds(nine)) expect(chance).toBeCloseTo(1 / 9, 12);
  });

  it('are the mean over every way to deal, to the twelfth digit', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const all = oddsOfEveryWay(pool);
        pickOdds(pool).forEach((chance, line) => expect(chance).toBeCloseTo(all[line]!, 12));
      }),
      { numRuns: 60 },
    );
  });

  it('are there for a pool as large and as scarce as operators can make it', () => {
    for (const left of [1, 8]) {
      const pool = Array.from({ length: POOL_PRIZES_MAX }, (_, at) =>
        prize(at + 1, { min: 1, max: 100, left, weight: at === 0 ? WEIGHT_MAX : at }),
      );
      expect(pickOdds(pool).reduce((all, chance) => all + chance, 0)).toBeCloseTo(1, 10);
    }
  });

  it('are met by the picks, at every position of the deck (chi-square, 99.9 %)', () => {
    const DECKS = 40_000;
    const odds = pickOdds(TEST_POOL);
    const take = stream(20_261_120);
    const seen = Array.from({ length: BLESSING_CARDS }, () => TEST_POOL.map(() => 0));
    for (let deck = 0; deck < DECKS; deck += 1) {
      for (const [position, { prizeId }] of drawDeck(TEST_POOL, take)!.entries()) seen[position]![prizeId - 1]! += 1;
    }
    const expected = odds.map((chance) => chance * DECKS);
    // 6 degrees of freedom: 22.46 at 99.9 %; nine positions are looked at, so 27.9 (99.99 %) each.
    for (const counts of seen) expect(chiSquare(counts, expected)).toBeLessThan(27.9);
    // The nominal weights alone would not do: lines of one card come up once a deck at most.
    const sum = TEST_POOL.reduce((all, { weight }) => all + weight, 0);
    const naive = TEST_POOL.map(({ weight }) => (weight / sum) * DECKS);
    expect(chiSquare(seen[0]!, naive)).toBeGreaterThan(27.9);
  }, 30_000);

  it('are met by the amounts of a range', () => {
    const take = stream(7);
    const pool = [prize(1, { min: 1, max: 30 })];
    const seen = Array.from({ length: 30 }, () => 0);
    const DECKS = 5000;
    for (let deck = 0; deck < DECKS; deck += 1) seen[Number(drawDeck(pool, take)![0]!.amountUnits / UNIT) - 1]! += 1;
    // 29 degrees of freedom: 58.3 at 99.9 %.
    expect(
      chiSquare(
        seen,
        Array.from({ length: 30 }, () => DECKS / 30),
      ),
    ).toBeLessThan(58.3);
  });
});
