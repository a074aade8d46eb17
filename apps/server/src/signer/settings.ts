import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { unlockKey } from './keystore.ts';
import { readPolicy, type Policy } from './policy.ts';
import { keyInMemory } from './key.ts';
import type { SignerPlace } from './server.ts';
import { createWallet, type Wallet } from './wallet.ts';

const text = z.string().check(z.minLength(1));

/** Of a socket that systemd has opened (sd_listen_fds): the first and only one. */
const GIVEN_FD = 3;

const variables = z.object({
  SIGNER_SOCKET: z.optional(text),
  SIGNER_KEYSTORE: text,
  SIGNER_DEPOSIT_KEYSTORE: z.optional(text),
  SIGNER_POLICY: text,
  SIGNER_RECORD: text,
  SIGNER_PASSPHRASE: z.optional(text),
  SIGNER_PASSPHRASE_FILE: z.optional(text),
  LISTEN_FDS: z.optional(text),
  LISTEN_PID: z.optional(text),
});

interface SignerSettings {
  readonly at: SignerPlace;
  readonly record: string;
  readonly policy: Policy;
  readonly wallet: Wallet;
}

/** Group and others. */
const FOREIGN = 0o077;

/**
 * What the signer is told from outside, with its keys unlocked. The passphrase is forgotten on the way.
 * @throws Error with a sentence that names the variable or the file, and no secret.
 */
export const readSignerSettings = (environment: Record<string, string | undefined>): SignerSettings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const outcome = z.safeParse(variables, given);
  if (!outcome.success)
    throw new Error(outcome.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const read = outcome.data;
  const passphrase = passphraseOf(read);
  const key = unlock('SIGNER_KEYSTORE', read.SIGNER_KEYSTORE, passphrase);
  const deposit = read.SIGNER_DEPOSIT_KEYSTORE;
  const seed = deposit === undefined ? null : unlock('SIGNER_DEPOSIT_KEYSTORE', deposit, passphrase);
  return {
    at: placeOf(read),
    record: read.SIGNER_RECORD,
    policy: explained('SIGNER_POLICY', () => readPolicy(readFileSync(read.SIGNER_POLICY, 'utf8'))),
    wallet: createWallet(keyInMemory(key), seed),
  };
};

const placeOf = ({
  SIGNER_SOCKET: path,
  LISTEN_FDS: given,
  LISTEN_PID: to,
}: z.infer<typeof variables>): SignerPlace => {
  const isGiven = given !== undefined && to === `${process.pid}`;
  if (isGiven === (path !== undefined)) throw new Error('One of SIGNER_SOCKET and a socket of systemd must be given.');
  if (!isGiven) return { path: path! };
  if (given !== '1') throw new Error('LISTEN_FDS: one socket is listened to, and no more.');
  return { fd: GIVEN_FD };
};

const passphraseOf = (read: z.infer<typeof variables>): string => {
  const { SIGNER_PASSPHRASE: passphrase, SIGNER_PASSPHRASE_FILE: file } = read;
  if ((passphrase === undefined) === (file === undefined))
    throw new Error('One of SIGNER_PASSPHRASE and SIGNER_PASSPHRASE_FILE must be set.');
  if (passphrase !== undefined) return passphrase;
  return explained('SIGNER_PASSPHRASE_FILE', () => {
    requireOwn(file!);
    return readFileSync(file!, 'utf8').replace(/\r?\n$/, '');
  });
};

const unlock = (variable: string, file: string, passphrase: string): Buffer =>
  explained(variable, () => {
    requireOwn(file);
    return unlockKey(readFileSync(file, 'utf8'), passphrase);
  });

const requireOwn = (file: string): void => {
  if ((statSync(file).mode & FOREIGN) !== 0) throw new Error('others may read it; chmod 600');
};

const explained = <T>(variable: string, work: () => T): T => {
  try {
    return work();
  } catch (cause) {
    throw new Error(`${variable}: ${(cause as Error).message}`, { cause });
  }
};
