import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * One key that signs: in the memory of this process, or in a KMS that gives it to nobody. What may be signed is decided before it is
 * asked, and what it has signed is made a transaction of after.
 */
export interface SigningKey {
  /** In lower case. */
  readonly address: string;
  /** r and s over the 32 bytes of a digest: all that a KMS tells. */
  sign(digest: Uint8Array): Promise<Signed>;
}

interface Signed {
  readonly r: bigint;
  readonly s: bigint;
}

/** The address of a public key of 65 bytes, in lower case. */
const addressOf = (publicKey: Uint8Array): string =>
  `0x${Buffer.from(keccak_256(publicKey.subarray(1)))
    .subarray(-20)
    .toString('hex')}`;

/** A key of 32 secret bytes, as a keystore holds them. The same digest gives the same signature (RFC 6979). */
export const keyInMemory = (secret: Uint8Array): SigningKey => ({
  address: addressOf(secp256k1.getPublicKey(secret, false)),
  sign: async (digest) => secp256k1.Signature.fromBytes(secp256k1.sign(digest, secret, { prehash: false })),
});

const { n } = secp256k1.Point.CURVE();

/**
 * What a chain wants beside r and s: the smaller s alone (EIP-2), and which of two points r was, told by whose address comes out.
 * @throws Error when it is signed by another key than the address says
 */
export const completed = (
  { r, s: given }: Signed,
  digest: Uint8Array,
  address: string,
): Signed & { parity: number } => {
  const s = given > n / 2n ? n - given : given;
  const parity = [0, 1].find((each) => {
    const point = new secp256k1.Signature(r, s, each).recoverPublicKey(digest);
    return addressOf(point.toBytes(false)) === address;
  });
  if (parity === undefined) throw new Error(`what was signed is not of ${address}`);
  return { r, s, parity };
};
