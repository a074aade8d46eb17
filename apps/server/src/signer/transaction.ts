import { keccak_256 } from '@noble/hashes/sha3.js';
import { completed, type SigningKey } from './key.ts';

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

/**
 * The transaction signed by a key, and its hash.
 * @throws Error when the key has signed with another one than its address says.
 */
export const signTransaction = async (
  transaction: Transaction,
  key: SigningKey,
): Promise<{ raw: string; hash: string }> => {
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
  const { r, s, parity } = completed(await key.sign(digest), digest, key.address);
  const raw = Buffer.concat([TYPE, encode([...fields, whole(BigInt(parity)), whole(r), whole(s)])]);
  return { raw: `0x${raw.toString('hex')}`, hash: `0x${Buffer.from(keccak_256(raw)).toString('hex')}` };
};
