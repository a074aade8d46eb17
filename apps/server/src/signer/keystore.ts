import { createCipheriv, createDecipheriv, randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as z from 'zod/mini';

/** Web3 Secret Storage version 3 (https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage), with scrypt. */
const keystore = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    cipherparams: z.object({ iv: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
    ciphertext: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    kdf: z.literal('scrypt'),
    kdfparams: z.object({
      n: z.int().check(z.minimum(1024), z.maximum(1_048_576)),
      r: z.int().check(z.minimum(1), z.maximum(16)),
      p: z.int().check(z.minimum(1), z.maximum(16)),
      dklen: z.literal(32),
      salt: z.string().check(z.regex(/^[0-9a-f]{32,128}$/)),
    }),
    mac: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
});

/** 0.7 s and 128 MB to try one passphrase. */
const SCRYPT_N = 131_072;

type Parameters = { n: number; r: number; p: number; salt: string };

const derive = (passphrase: string, { n, r, p, salt }: Parameters): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 32, { N: n, r, p, maxmem: 256 * n * r });

const macOf = (derived: Buffer, ciphertext: Buffer): Buffer =>
  Buffer.from(keccak_256(Buffer.concat([derived.subarray(16), ciphertext])));

/**
 * A keystore of 32 secret bytes, as JSON text.
 * @param n what a try costs; tests take less.
 */
export const lockKey = (secret: Buffer, passphrase: string, n = SCRYPT_N): string => {
  const parameters = { n, r: 8, p: 1, salt: randomBytes(32).toString('hex') };
  const derived = derive(passphrase, parameters);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return JSON.stringify({
    version: 3,
    id: randomUUID(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { ...parameters, dklen: 32 },
      mac: macOf(derived, ciphertext).toString('hex'),
    },
  });
};

/**
 * The 32 secret bytes of a keystore.
 * @throws Error with a sentence that holds neither passphrase nor key.
 */
export const unlockKey = (text: string, passphrase: string): Buffer => {
  const outcome = z.safeParse(keystore, parse(text));
  if (!outcome.success) throw new Error('it is no keystore of version 3 with scrypt and aes-128-ctr');
  const { kdfparams, ciphertext, cipherparams, mac } = outcome.data.crypto;
  const derived = derive(passphrase, kdfparams);
  const sealed = Buffer.from(ciphertext, 'hex');
  if (!timingSafeEqual(macOf(derived, sealed), Buffer.from(mac, 'hex')))
    throw new Error('the passphrase is not its own');
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(cipherparams.iv, 'hex'));
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
