import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  ceilToPrecision,
  displayUnits,
  exactUnits,
  floorToPrecision,
  formatUnits,
  MAX_UNITS,
  mulDivCeil,
  mulDivFloor,
  parseUnits,
  sumUnits,
  UNIT,
  unitsFrom,
  unitsOf,
} from './money.ts';
import { expectSame } from '../../test/expect-same.ts';

const amount = fc.bigInt({ min: 0n, max: MAX_UNITS });
const runs = { numRuns: 100_000 };

describe('reading an amount from the wire', () => {
  it('reads plain decimals to the last of eight places', () => {
    expect(parseUnits('0')).toBe(0n);
    expect(parseUnits('10')).toBe(1_000_000_000n);
    expect(parseUnits('0.00000001')).toBe(1n);
    expect(parseUnits('1234.5')).toBe(123_450_000_000n);
    expect(parseUnits('10.00000000')).toBe(1_000_000_000n);
  });

  it.each([
    '',
    ' ',
    '+1',
    '-1',
    '.5',
    '1.',
    '01',
    '00',
    '1e3',
    '1,000',
    '0x10',
    '1_000',
    ' 1',
    '1 ',
    '1\n',
    '1.123456789',
    'NaN',
    'Infinity',
    '١',
    '１',
    '1٫5',
    '1000000000000',
    '1.5.5',
    '--1',
    '0.0000000١',
  ])('refuses %j', (text) => {
    expect(parseUnits(text)).toBeNull();
  });

  it('refuses more than the database can hold', () => {
    expect(parseUnits('92233720368.54775807')).toBe(MAX_UNITS);
    expect(parseUnits('92233720368.54775808')).toBeNull();
    expect(parseUnits('999999999999.99999999')).toBeNull();
  });

  it('takes an answer without an amount, or with none that can be read, for zero', () => {
    expect(unitsFrom('2.5')).toBe(250_000_000n);
    expect([unitsFrom(undefined), unitsFrom(''), unitsFrom('-1'), unitsFrom('2,5')]).toEqual([0n, 0n, 0n, 0n]);
  });

  it('throws on a wrong amount in our own code', () => {
    expect(unitsOf('2.5')).toBe(250_000_000n);
    expect(() => unitsOf('2,5')).toThrow(RangeError);
  });
});

describe('writing an amount', () => {
  it('writes the canonical form for the wire', () => {
    expect(formatUnits(0n)).toBe('0');
    expect(formatUnits(1n)).toBe('0.00000001');
    expect(formatUnits(10n * UNIT)).toBe('10');
    expect(formatUnits(123_450_000_000n)).toBe('1234.5');
    expect(formatUnits(-250_000_000n)).toBe('-2.5');
  });

  it('shows fixed decimals and never more than there is', () => {
    expect(displayUnits(199_999_999n, 2)).toBe('1.99');
    expect(displayUnits(199_999_999n, 0)).toBe('1');
    expect(displayUnits(199_999_999n, 8)).toBe('1.99999999');
    expect(displayUnits(1_000n * UNIT, 2)).toBe('1000.00');
    expect(displayUnits(-199_999_999n, 2)).toBe('-1.99');
    expect(displayUnits(-1n, 2)).toBe('0.00');
  });

  it('shows every digit where none may be cut off', () => {
    expect(exactUnits(1_012_345_678n, 2)).toBe('10.12345678');
    expect(exactUnits(1_000n * UNIT, 2)).toBe('1000.00');
    expect(exactUnits(-250_000_000n, 0)).toBe('-2.5');
  });

  it('refuses a precision beyond eight decimals', () => {
    expect(() => displayUnits(1n, 9)).toThrow(RangeError);
    expect(() => floorToPrecision(1n, 1.5)).toThrow(RangeError);
    expect(() => ceilToPrecision(1n, -1)).toThrow(RangeError);
  });

  it('reads back exactly what it wrote', () => {
    fc.assert(
      fc.property(amount, (value) => parseUnits(formatUnits(value)) === value),
      runs,
    );
  });
});

describe('rounding', () => {
  it('says in its name which way it goes', () => {
    expect(mulDivFloor(10n, 1n, 3n)).toBe(3n);
    expect(mulDivCeil(10n, 1n, 3n)).toBe(4n);
    expect(mulDivFloor(-10n, 1n, 3n)).toBe(-4n);
    expect(mulDivCeil(-10n, 1n, 3n)).toBe(-3n);
    expect(mulDivCeil(9n, 1n, 3n)).toBe(3n);
    expect(floorToPrecision(123_456_789n, 4)).toBe(123_450_000n);
    expect(ceilToPrecision(123_456_789n, 4)).toBe(123_460_000n);
    expect(ceilToPrecision(123_450_000n, 4)).toBe(123_450_000n);
  });

  it('refuses to divide by zero or less', () => {
    expect(() => mulDivFloor(1n, 1n, 0n)).toThrow(RangeError);
    expect(() => mulDivCeil(1n, 1n, -1n)).toThrow(RangeError);
  });

  it('leaves less than one unit between floor, exact value and ceiling', () => {
    const factor = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(factor, factor, fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b, c) => {
        const [floor, ceil] = [mulDivFloor(a, b, c), mulDivCeil(a, b, c)];
        expectSame(floor * c <= a * b && a * b < (floor + 1n) * c, true);
        expectSame(ceil - floor, (a * b) % c === 0n ? 0n : 1n);
      }),
      runs,
    );
  });

  it('shows the same digits as the wire form cut off', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 8 }), (value, precision) => {
        const shown = displayUnits(value, precision);
        return (
          parseUnits(shown) === floorToPrecision(value, precision) && (shown.split('.')[1] ?? '').length === precision
        );
      }),
      runs,
    );
  });

  it('adds amounts', () => {
    expect(sumUnits([])).toBe(0n);
    expect(sumUnits([1n, 2n, 3n])).toBe(6n);
  });
});
