declare const unitsBrand: unique symbol;

/** Whole units of 1e-8 of one asset (the asset stands beside it). The only representation of money; never a `number`. */
export type Units = bigint & { readonly [unitsBrand]: true };

/** One whole token: 1 = 100 000 000 units. */
export const UNIT = 100_000_000n;

/** Most decimals an amount can have. */
export const DECIMALS = 8;

/** The largest amount that the database's `bigint` holds: 92 233 720 368.54775807. */
export const MAX_UNITS = 9_223_372_036_854_775_807n as Units;

export const ZERO = 0n as Units;

/** Marks a bigint that is already in units of 1e-8 (arithmetic on `Units` gives plain bigints back). */
export const units = (value: bigint): Units => value as Units;

const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,8}))?$/;

/**
 * Reads an amount from the wire: plain decimal, no sign, no exponent, no spaces, at most 8 decimals, ASCII digits.
 * Gives null for anything else, and for amounts above `MAX_UNITS`.
 */
export const parseUnits = (text: string): Units | null => {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const value = BigInt(match[1] ?? '0') * UNIT + BigInt((match[2] ?? '').padEnd(DECIMALS, '0'));
  return value > MAX_UNITS ? null : units(value);
};

/** An amount of a server's answer: zero where it has none, or one that nobody can read. */
export const unitsFrom = (text: string | undefined): Units => parseUnits(text ?? '') ?? ZERO;

/** The same as `parseUnits` for amounts written in our own code: throws on anything that is not an amount. */
export const unitsOf = (text: string): Units => {
  const value = parseUnits(text);
  if (value === null) throw new RangeError(`not an amount: ${text}`);
  return value;
};

/** The wire form: canonical decimal string without superfluous zeros ("10", "0.00000001", "-2.5"). */
export const formatUnits = (value: bigint): string => {
  const sign = value < 0n ? '-' : '';
  const size = value < 0n ? -value : value;
  const fraction = (size % UNIT).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${sign}${size / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
};

/**
 * Fixed decimals for people ("1234.50"), the size rounded down so that nobody is shown more than there is.
 * A negative amount keeps its sign unless it shows as zero. Grouping is left to `Intl`.
 */
export const displayUnits = (value: bigint, precision: number): string => {
  const step = stepOf(precision);
  const size = (value < 0n ? -value : value) / step;
  const scale = UNIT / step;
  const sign = value < 0n && size > 0n ? '-' : '';
  const whole = `${sign}${size / scale}`;
  return precision === 0 ? whole : `${whole}.${(size % scale).toString().padStart(precision, '0')}`;
};

/** The same with no digit cut off: more decimals than `precision` where the amount has them. */
export const exactUnits = (value: bigint, precision: number): string => {
  const decimals = formatUnits(value).split('.')[1]?.length ?? 0;
  return displayUnits(value, Math.max(precision, decimals));
};

/** The largest amount ≤ `value` with at most `precision` decimals (0–8). */
export const floorToPrecision = (value: bigint, precision: number): Units => {
  const step = stepOf(precision);
  return units(divFloor(value, step) * step);
};

/** The smallest amount ≥ `value` with at most `precision` decimals (0–8). */
export const ceilToPrecision = (value: bigint, precision: number): Units => {
  const step = stepOf(precision);
  return units(divCeil(value, step) * step);
};

/** `a × b ÷ c`, exact product, rounded towards minus infinity. `c` must be above zero. */
export const mulDivFloor = (a: bigint, b: bigint, c: bigint): Units => units(divFloor(a * b, c));

/** `a × b ÷ c`, exact product, rounded towards plus infinity. `c` must be above zero. */
export const mulDivCeil = (a: bigint, b: bigint, c: bigint): Units => units(divCeil(a * b, c));

/** Adds amounts of one asset. */
export const sumUnits = (values: Iterable<bigint>): Units => {
  let sum = 0n;
  for (const value of values) sum += value;
  return units(sum);
};

const divFloor = (value: bigint, divisor: bigint): bigint => {
  if (divisor <= 0n) throw new RangeError('division needs a divisor above zero');
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
};

const divCeil = (value: bigint, divisor: bigint): bigint => -divFloor(-value, divisor);

const stepOf = (precision: number): bigint => {
  if (!Number.isInteger(precision) || precision < 0 || precision > DECIMALS) {
    throw new RangeError(`precision must be a whole number from 0 to ${DECIMALS}`);
  }
  return 10n ** BigInt(DECIMALS - precision);
};
