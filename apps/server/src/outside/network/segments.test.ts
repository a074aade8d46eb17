import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutsideFailure, type FailureReason } from '../failure.ts';
import { segmentsOfDay, type Header } from './segments.ts';
import { SAME_HISTORIES } from '../../../test/same-histories.ts';

const day = '2028-04-10';
const start = Date.parse(`${day}T00:00:00Z`);
const end = start + 86_400_000;
const fail = (reason: FailureReason, detail: string): never => {
  throw new OutsideFailure('chain', reason, detail);
};

/** A chain whose block `pivot` has its header time at `pivotMs`; header times stray, median times do not fall. */
const chainAround = (
  pivot: number,
  pivotMs: number,
  strayMs: (height: number) => number,
  bits: (height: number) => string,
) => {
  const timeMs = (height: number): number =>
    pivotMs + (height - pivot) * 600_000 + (height === pivot ? 0 : strayMs(height));
  let asked = 0;
  const header = async (height: number): Promise<Header> => {
    asked += 1;
    const times = Array.from({ length: 11 }, (_, i) => timeMs(height - i)).sort((a, b) => a - b);
    const [hash, previousHash] = [`${height}`, `${height - 1}`];
    return { height, hash, previousHash, bits: bits(height), timeMs: timeMs(height), medianTimeMs: times[5]! };
  };
  return { header, fail, asked: () => asked };
};

const easier = '17020000';
const harder = '1701c000';

describe('the segments of a day', () => {
  it('split at the halving of the subsidy', async () => {
    // Height 1 050 000 is no multiple of 2016, so only the subsidy changes.
    const chain = chainAround(
      1_050_000,
      start + 43_200_000,
      () => 0,
      () => easier,
    );
    const segments = await segmentsOfDay(day, { ...chain, tip: await chain.header(1_050_200) });
    expect(segments).toEqual([
      { fromMs: start, toMs: start + 43_200_000, bits: easier, height: expect.any(Number) },
      { fromMs: start + 43_200_000, toMs: end, bits: easier, height: 1_050_000 },
    ]);
    expect(segments[0]!.height).toBeLessThan(1_050_000);
  });

  it('are found whatever header times do, with few questions', async () => {
    const pivot = 2016 * 520;
    const property = fc.asyncProperty(
      fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }),
      fc.integer({ min: 0, max: 3_000_000 }),
      fc.integer({ min: 150, max: 3000 }),
      async (offset, stray, ahead) => {
        const pivotMs = start + offset;
        const chain = chainAround(
          pivot,
          pivotMs,
          (height) => ((height * 7919) % 13) * (stray / 13) - stray / 2,
          (height) => (height < pivot ? easier : harder),
        );
        const tip = await chain.header(pivot + Math.ceil((end - pivotMs) / 600_000) + ahead);
        const segments = await segmentsOfDay(day, { ...chain, tip });
        const expected = [
          { fromMs: start, toMs: Math.min(Math.max(pivotMs, start), end), bits: easier },
          { fromMs: Math.min(Math.max(pivotMs, start), end), toMs: end, bits: harder },
        ].filter(({ fromMs, toMs }) => toMs > fromMs);
        expect(segments.map(({ fromMs, toMs, bits }) => ({ fromMs, toMs, bits }))).toEqual(expected);
        expect(chain.asked()).toBeLessThan(60);
      },
    );
    await fc.assert(property, { ...SAME_HISTORIES, numRuns: 200 });
  });

  it('are ready with the first block after midnight, and an hour later when a change is near', async () => {
    const pivot = 2016 * 520;
    const ready = async (pivotMs: number, blocksAfterMidnight: number): Promise<string> => {
      const chain = chainAround(
        pivot,
        pivotMs,
        () => 0,
        (height) => (height < pivot ? easier : harder),
      );
      const tip = await chain.header(pivot + Math.ceil((end - pivotMs) / 600_000) + blocksAfterMidnight - 1);
      return segmentsOfDay(day, { ...chain, tip }).then(
        (segments) => `${segments.length}`,
        (error: OutsideFailure) => error.reason,
      );
    };
    const noon = start + 43_200_000;
    expect(await ready(noon, 0)).toBe('not_ready');
    expect(await ready(noon, 1)).toBe('2');
    const soonAfter = end + 5 * 600_000;
    expect(await ready(soonAfter, 1)).toBe('not_ready');
    expect(await ready(soonAfter, 6)).toBe('1');
  });

  describe('are refused when a node tells', () => {
    const pivot = 2016 * 520;
    const noon = start + 43_200_000;
    const chain = chainAround(
      pivot,
      noon,
      () => 0,
      (height) => (height < pivot ? easier : harder),
    );
    const of = async (header: (height: number) => Promise<Header>, tip: number) =>
      segmentsOfDay(day, { ...chain, header, tip: await chain.header(tip) });
    const later = 2016 * 521 + 500;
    /** A true block under the height of another one. */
    const inside = async (height: number): Promise<Header> => ({
      ...(await chain.header(height === pivot ? pivot + 50 : height)),
      height,
    });

    it.each<[string, (height: number) => Promise<Header>, number]>([
      [
        'another block than was asked for',
        (height) => chain.header(height - (height === pivot ? 144 : 0)),
        pivot + 200,
      ],
      ['one inside the period as its first', inside, pivot + 200],
      ['the bits of an earlier period to its end', async (height) => bitsAt(height, easier), pivot + 200],
      ['the same, when the tip is a period further', async (height) => bitsAt(height, '1701d000'), later],
      ['a block before another one than stands there', async (height) => linkedAt(height), pivot + 200],
      ['a median that is far from the time of the block', async (height) => medianAt(height), pivot + 200],
    ])('%s', async (_, header, tip) => {
      expect(await of(chain.header, tip)).toHaveLength(2);
      await expect(of(header, tip)).rejects.toMatchObject({ reason: 'implausible' });
    });

    const bitsAt = async (height: number, bits: string): Promise<Header> => ({ ...(await chain.header(height)), bits });
    const linkedAt = async (height: number): Promise<Header> => ({
      ...(await chain.header(height)),
      ...(height === pivot - 1 ? { hash: 'another' } : {}),
    });
    const medianAt = async (height: number): Promise<Header> => {
      const header = await chain.header(height);
      return height === pivot ? { ...header, medianTimeMs: header.medianTimeMs - 7 * 3_600_000 } : header;
    };
  });

  it('are refused when the difficulty changed more than it can', async () => {
    const pivot = 2016 * 520;
    const chain = chainAround(
      pivot,
      start + 1000,
      () => 0,
      (height) => (height < pivot ? '1701c000' : '1801c000'),
    );
    const tip = await chain.header(pivot + 300);
    await expect(segmentsOfDay(day, { ...chain, tip })).rejects.toMatchObject({ reason: 'implausible' });
  });
});
