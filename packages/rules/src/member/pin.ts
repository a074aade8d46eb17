const PIN = /^[0-9]{6}$/;
/** A security PIN is exactly six ASCII digits. */
export const isValidPin = (text: string): boolean => PIN.test(text);

const STRAIGHTS = '0123456789012345 9876543210987654';

/** Ways over the keys of a telephone, and others that lists of leaked PINs begin with. */
const COMMON = new Set(
  (
    '147258 258369 369258 147852 258147 159753 753159 159357 357159 951753 789456 456123 741852 852963 963852 ' +
    '123654 321654 456321 147369 963741 102030 112358 314159 271828 142536 135246 520131 131452 110110 007007 123789 987123 101112 121314 141516'
  ).split(' '),
);

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDay = (month: number, day: number): boolean => day >= 1 && day <= (DAYS[month - 1] ?? 0);

/** Day, month and year in two digits each, in any of the three orders in which people write them. */
const isDate = (pin: string): boolean => {
  const [first, second, third] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  return isDay(second, first) || isDay(first, second) || isDay(second, third);
};

/** Two digits or one, each digit twice or thrice in a row, halves that are equal or mirrored, a pair three times. */
const isRepetition = (pin: string): boolean =>
  new Set(pin).size <= 2 ||
  /^(.)\1(.)\2(.)\3$/.test(pin) ||
  pin === pin.slice(0, 2).repeat(3) ||
  pin === pin.slice(0, 3).repeat(2) ||
  pin === [...pin].toReversed().join('');

/**
 * Whether a PIN is among those that anybody would try first: a date, a repetition, a straight, a well-known row. About a tenth of
 * all PINs; together they are what most people would choose, so they cannot be set.
 */
export const isWeakPin = (pin: string): boolean =>
  isValidPin(pin) && (STRAIGHTS.includes(pin) || COMMON.has(pin) || isRepetition(pin) || isDate(pin));
