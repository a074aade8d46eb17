import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, it } from 'vitest';
import { readTransaction } from '../../../../simulators/src/chain/chain-transaction.ts';
import type { SigningRequest } from '../outside/signer/port.ts';
import { keyInMemory, type SigningKey } from './key.ts';
import { readPolicy } from './policy.ts';
import { openRecord } from './record.ts';
import { createSigning } from './signing.ts';
import { createWallet } from './wallet.ts';

const SECRET = Buffer.from('46'.repeat(32), 'hex');

/** As a KMS does it: asked over the network, with an answer in DER, of either s, another one each time, and not a word about the point. */
const kms = (secret = SECRET, address = keyInMemory(SECRET).address): SigningKey => {
  const answer = async (digest: Uint8Array): Promise<Uint8Array> =>
    secp256k1.sign(digest, secret, { prehash: false, lowS: false, extraEntropy: true, format: 'der' });
  return { address, sign: async (digest) => secp256k1.Signature.fromBytes(await answer(digest), 'der') };
};

const POLICY = readPolicy(
  JSON.stringify({
    chains: [{ chainId: 56, maxFeePerGas: '9', maxGas: '300000', gasPerDay: `${10n ** 9n}`, contracts: [] }],
  }),
);
let files = 0;
const folder = mkdtempSync(join(tmpdir(), 'minerx-key-'));
const signing = (key: SigningKey) =>
  createSigning({
    wallet: createWallet(key, null),
    policy: POLICY,
    record: openRecord(join(folder, `${(files += 1)}`)),
    now: Date.now,
  });
const request = (nonce: number, more: Partial<SigningRequest> = {}): SigningRequest => ({
  requestId: `r${nonce}`,
  chainId: 56,
  nonce,
  intent: { kind: 'fill' },
  gas: 40_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  ...more,
});

it('a KMS signs behind the same policy and record, and chains take what comes of it', async () => {
  const sign = signing(kms());
  for (let nonce = 0; nonce < 40; nonce += 1) {
    const { raw, hash } = await sign(request(nonce));
    expect(readTransaction(raw, 56)).toMatchObject({ from: keyInMemory(SECRET).address, nonce, hash });
  }
  await expect(sign(request(40, { chainId: 1 }))).rejects.toMatchObject({ code: 'chain' });
  await expect(sign(request(39, { requestId: 'other' }))).rejects.toMatchObject({ code: 'nonce_taken' });
  await expect(sign(request(41, { requestId: 'r39' }))).rejects.toMatchObject({ code: 'nonce_bound', nonce: 39 });
});

it('many asked at once are bound one after the other, however long the key takes', async () => {
  const sign = signing(kms());
  const asked = await Promise.allSettled([1, 2].map((id) => sign(request(7, { requestId: `at-once-${id}` }))));
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

it('what another key has signed is not passed on', async () => {
  const sign = signing(kms(Buffer.from('47'.repeat(32), 'hex')));
  await expect(sign(request(1))).rejects.toThrow(/is not of 0x9d8a62f6/);
});
