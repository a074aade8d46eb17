import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A transaction of EIP-1559, with no access list: the only kind that is signed here. */
interface Transaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gas: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly data: Buffer;
}

type Item = Buffer | readonly Item[];

/** Recursive length prefix (Ethereum yellow paper, appendix B). */
const encode = (item: Item): Buffer => {
  if (Buffer.isBuffer(item))
    return item.length === 1 && item[0]! < 0x80 ? item : Buffer.concat([prefix(item.length, 0x80), item]);
  const body = Buffer.concat(item.map(encode));
  return Buffer.concat([prefix(body.length, 0xc0), body]);
};

const prefix = (length: number, offset: number): Buffer => {
  if (length < 56) return Buffer.from([offset + length]);
  const size = whole(BigInt(length));
  return Buffer.concat([Buffer.from([offset + 55 + size.length]), size]);
};

/** Big-endian without leading zeros; zero is empty. */
const whole = (value: bigint): Buffer => {
  if (value === 0n) return Buffer.alloc(0);
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
};

const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
const TYPE = Buffer.from([2]);

/** The transaction signed by a key, and its hash. The same transaction gives the same bytes (RFC 6979). */
export const signTransaction = (transaction: Transaction, key: Uint8Array): { raw: string; hash: string } => {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, value, data } = transaction;
  const fields = [
    whole(BigInt(chainId)),
    whole(BigInt(nonce)),
    whole(maxPriorityFeePerGas),
    whole(maxFeePerGas),
    whole(gas),
    bytes(to),
    whole(value),
    data,
    [],
  ];
  const digest = keccak_256(Buffer.concat([TYPE, encode(fields)]));
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  const { recovery, r, s } = secp256k1.Signature.fromBytes(signed, 'recovered');
  const raw = Buffer.concat([TYPE, encode([...fields, whole(BigInt(recovery!)), whole(r), whole(s)])]);
  return { raw: `0x${raw.toString('hex')}`, hash: `0x${Buffer.from(keccak_256(raw)).toString('hex')}` };
};

/** The address of a private key, in lower case. */
export const addressOf = (key: Uint8Array): string => {
  const point = secp256k1.getPublicKey(key, false).subarray(1);
  return `0x${Buffer.from(keccak_256(point)).subarray(-20).toString('hex')}`;
};
