import type { Clock, Random } from './ports.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** UUID version 7: 48 bits of time for index locality, 74 random bits so that nobody guesses it. */
export const uuidV7 = (clock: Clock, random: Random): string => {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Random characters of Crockford's alphabet, five bits each: no I, L, O, U to misread. */
export const crockford = (random: Random, length: number): string =>
  Array.from(random.bytes(length), (byte) => CROCKFORD[byte & 31]).join('');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Malformed ids answer like missing ones; the database would fail on them. */
export const isUuid = (text: string): boolean => UUID.test(text);
