import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createOnce } from '@minerx/files/create-once';
import { readKept } from '@minerx/files/kept-file';
import { addressesIn } from './env-sources.ts';

/** By which push services and browsers know us (VAPID): a pair of P-256, base64url. */
interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** By what browsers are written to, and the push services besides those of their makers, by origin. */
export interface PushSource {
  readonly keys: PushKeys;
  readonly origins: readonly string[];
}

interface PushVariables {
  readonly APP_MODE: 'demo' | 'production';
  readonly VAPID_PUBLIC_KEY?: string | undefined;
  readonly VAPID_PRIVATE_KEY?: string | undefined;
  readonly PUSH_URLS?: string | undefined;
}

const kept = z.object({ publicKey: z.string(), privateKey: z.string() });

const read = (file: string): PushKeys | null =>
  readKept(file, kept, 'Put back a copy of it, or remove it: every device then has to be switched on again.');

/** Those of a demo: made once and kept, since browsers hold to them. */
const demoPushKeys = (dataDir: string): PushKeys => {
  const file = join(dataDir, 'push-keys.json');
  const made = read(file);
  if (made !== null) return made;
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  createOnce(file, JSON.stringify({ publicKey, privateKey: privateOf(pair.getPrivateKey()) } satisfies PushKeys));
  return read(file)!;
};

/** Thirty-two bytes, though the number may be a shorter one. */
const privateOf = (key: Buffer): string => Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');

/** Whether these are a public and a private key that belong together. */
const isPushPair = ({ publicKey, privateKey }: PushKeys): boolean => {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
};

/** Half a pair is none, and is said to be. */
const keysOf = ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: PushVariables): PushKeys | null =>
  publicKey === undefined && privateKey === undefined
    ? null
    : { publicKey: publicKey ?? '', privateKey: privateKey ?? '' };

const originsOf = ({ PUSH_URLS = '' }: PushVariables): string[] =>
  addressesIn(PUSH_URLS).flatMap((url) => URL.parse(url)?.origin ?? []);

export const wrongPush = (read: PushVariables): string[] => {
  const keys = keysOf(read);
  const problems: string[] = [];
  if (keys !== null && !isPushPair(keys))
    problems.push(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair, for example from: npx web-push generate-vapid-keys',
    );
  if (read.APP_MODE === 'production' && originsOf(read).some((origin) => !origin.startsWith('https://')))
    problems.push('PUSH_URLS must begin with https:// in production');
  return problems;
};

/** A demo makes keys of its own; production without keys writes to no browser. */
export const pushOf = (read: PushVariables, dataDir: string): PushSource | null => {
  const keys = keysOf(read) ?? (read.APP_MODE === 'demo' ? demoPushKeys(dataDir) : null);
  return keys && { keys, origins: originsOf(read) };
};
