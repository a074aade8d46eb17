import type { Clock, Random } from '../ports.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Before every id, and after every one. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** After every number that a row can have. */
export const HIGHEST_NUMBER = 2n ** 63n - 1n;

/** Bits of a counter within one millisecond. */
const COUNT_BITS = 20;
let last = { ms: -1, count: 0 };

/**
 * UUID version 7: 48 bits of time for index locality, 20 that count what this process has made in the millisecond, so that
 * ids stand in the order in which they were made (a balance runs along them), and 54 random bits so that nobody guesses it.
 */
export const uuidV7 = (clock: Clock, random: Random): string => {
  const ms = clock.now();
  last = { ms, count: ms === last.ms ? (last.count + 1) % (1 << COUNT_BITS) : 0 };
  const bytes = random.bytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | (last.count >> 8), 6);
  bytes[8] = 0x80 | ((last.count & 0xff) >> 2);
  bytes[9] = ((last.count & 3) << 6) | (bytes[9]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Below every id of version 7 that was made in this millisecond or later, above all earlier ones. */
export const firstIdOf = (ms: number): string => {
  const hex = Math.min(Math.max(ms, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** When an id of version 7 was made, to the millisecond. */
export const timeOfId = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

/** Random characters of Crockford's alphabet, five bits each: no I, L, O, U to misread. */
export const crockford = (random: Random, length: number): string => {
  let text = '';
  for (const byte of random.bytes(length)) text += CROCKFORD[byte & 31];
  return text;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Malformed ids answer like missing ones; the database would fail on them. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Of a request: 8 to 64 printable characters. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{8,64}$/.test(key);
