import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../refusal.ts';
import { createTurns } from '../base/turns.ts';

/** Argon2id at the setting OWASP names first: 19 MiB, two passes, one lane; 10–25 ms of a core. The library's own default variant. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at once leave the thread pool to everybody else; without a limit 250 sign-ins a second stop every file access. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 200;

/**
 * Runs work that hashes, at most two at a time in this process; the rest wait in line. Who is known, by a session or a device that the
 * account was signed in on, goes `ahead`: no crowd of strangers keeps a member from a PIN.
 * @throws err_too_many when the line is full.
 */
export const inHashingTurn = createTurns({
  atOnce: AT_ONCE,
  longestLine: LONGEST_QUEUE,
  refuse: () => refuse('err_too_many', { retryAfterS: 5 }),
});

/** The pepper is not in the database: who steals its tables alone cannot try passwords or PINs. */
const peppered = (pepper: string, ...parts: string[]): Buffer => {
  const mac = createHmac('sha256', pepper);
  // Lengths before the parts, so that no two lists of parts read alike.
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
};

/** As text, because the library takes nothing else when it verifies. */
const argonInput = (pepper: string, ...parts: string[]): string => peppered(pepper, ...parts).toString('base64');

/** Whose a password or a passkey is. */
export type SecretOwner = `member:${bigint}` | `operator:${string}`;

const BINDS = '#';

/** A hash with the seal of whose it is: without the secret nobody takes a hash of one's own along to another's row. */
export const bindHash = (pepper: string, owner: SecretOwner, hashed: string): string =>
  `${hashed}${BINDS}${peppered(pepper, 'password of', owner, hashed).toString('base64url')}`;

/** Hashes a password. Call it inside `inHashingTurn`. */
export const hashPassword = async (pepper: string, owner: SecretOwner, password: string): Promise<string> =>
  bindHash(pepper, owner, await hash(argonInput(pepper, 'password', password), COST));

/** Whether the password is the one behind the hash, and the hash the owner's. Call it inside `inHashingTurn`. */
export const isPassword = async (
  pepper: string,
  owner: SecretOwner,
  stored: string,
  password: string,
): Promise<boolean> => {
  const [hashed = ''] = stored.split(BINDS);
  // Always compared, so that the answer takes as long.
  const isRight = await verify(hashed, argonInput(pepper, 'password', password));
  return isRight && bindHash(pepper, owner, hashed) === stored;
};

/** Hashes a PIN of one member: the same PIN of another gives another hash, even without the salt. Call it inside `inHashingTurn`. */
export const hashPin = (pepper: string, memberId: bigint, pin: string): Promise<string> =>
  hash(argonInput(pepper, 'pin', memberId.toString(), pin), COST);

/** Whether the PIN is the member's. Call it inside `inHashingTurn`. */
export const isPin = (pepper: string, memberId: bigint, stored: string, pin: string): Promise<boolean> =>
  verify(stored, argonInput(pepper, 'pin', memberId.toString(), pin));

/** A hash of nothing anybody knows: what an unknown email is compared with, and the PIN of accounts that nobody can sign in to. */
export const hashOfNothing = (): Promise<string> => hash(randomBytes(32), COST);

/** The password of such an account: bound to nobody. */
export const passwordOfNobody = async (): Promise<string> => `${await hashOfNothing()}${BINDS}`;

/**
 * The seal of a token, over everything that it stands for. Tables can be written past the product; without the secret nobody makes a
 * row that lets somebody in, nor takes a token of one's own along to another's.
 * @param standsFor ids of whom and what, in an order of their use
 */
export const tokenSeal = (pepper: string, use: string, token: string, ...standsFor: string[]): Buffer =>
  peppered(pepper, 'token', use, token, ...standsFor);

/** Whether a kept seal is the token's; none is not. */
export const isSealed = (kept: Buffer | null, seal: Buffer): boolean =>
  kept !== null && kept.length === seal.length && timingSafeEqual(kept, seal);

/** Keyed digest of an emailed code or of a command's body: six digits or a PIN behind a plain hash would be found in a second. */
export const keyedDigest = (pepper: string, use: string, ...parts: string[]): Buffer => peppered(pepper, use, ...parts);
