import { timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '../security/secret-hash.ts';
import type { BusTopics, Topic } from './bus.ts';

/** What one process tells the others. */
export type Told = {
  readonly [T in Topic]: { from: string; topic: T; message: BusTopics[T] };
}[Topic];

/**
 * Whoever may sign in to what carries messages may speak there: one counts only with a MAC that nobody makes without the secret of
 * our processes, and that stands before it.
 */
export const MAC_LENGTH = 43;
const macOf = (secret: string, payload: string): Buffer =>
  Buffer.from(keyedDigest(secret, 'bus', payload).toString('base64url'));

export const seal = (secret: string, payload: string): string => `${macOf(secret, payload)}${payload}`;

/** Null: no process of ours has said it. */
export const readTold = (secret: string, sealed: string): Told | null => {
  const [mac, payload] = [Buffer.from(sealed.slice(0, MAC_LENGTH)), sealed.slice(MAC_LENGTH)];
  return mac.length === MAC_LENGTH && timingSafeEqual(mac, macOf(secret, payload))
    ? (JSON.parse(payload) as Told)
    : null;
};
