import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A transaction of EIP-1559 as a node understands it. Addresses and data in small letters. */
export type RawTransaction = {
  hash: string;
  raw: string;
  from: string;
  nonce: number;
  tip: bigint;
  fee: bigint;
  gas: bigint;
  to: string;
  value: bigint;
  data: string;
};

type Item = Buffer | Item[];

export const keccak = (bytes: Uint8Array): string => `0x${Buffer.from(keccak_256(bytes)).toString('hex')}`;

/** One item of recursive length prefix, and where it ends. */
const decode = (bytes: Buffer, at: number): { item: Item; end: number } => {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const sizeBytes = short > 55 ? short - 55 : 0;
  const length = sizeBytes === 0 ? short : Number(BigInt(`0x${bytes.toString('hex', at + 1, at + 1 + sizeBytes)}`));
  const start = at + 1 + sizeBytes;
  const end = start + length;
  if (end > bytes.length) throw new Error('rlp: too short');
  if (!isList) return { item: bytes.subarray(start, end), end };
  const items: Item[] = [];
  for (let next = start; next < end;) {
    const found = decode(bytes, next);
    items.push(found.item);
    next = found.end;
  }
  return { item: items, end };
};

const encode = (item: Item): Buffer => {
  const body = Array.isArray(item) ? Buffer.concat(item.map(encode)) : item;
  if (!Array.isArray(item) && body.length === 1 && body[0]! < 0x80) return body;
  const offset = Array.isArray(item) ? 0xc0 : 0x80;
  if (body.length < 56) return Buffer.concat([Buffer.from([offset + body.length]), body]);
  const digits = body.length.toString(16);
  const size = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([offset + 55 + size.length]), size, body]);
};

const whole = (item: Item | undefined): bigint => {
  const hex = (item as Buffer).toString('hex');
  return hex === '' ? 0n : BigInt(`0x${hex}`);
};

/** @throws Error when it is no signed transaction of this chain. */
export const readTransaction = (raw: string, chainId: number): RawTransaction => {
  const bytes = Buffer.from(raw.slice(2), 'hex');
  if (bytes[0] !== 2) throw new Error('transaction type not supported');
  const fields = decode(bytes, 1).item as Item[];
  if (fields.length !== 12 || whole(fields[0]) !== BigInt(chainId)) throw new Error('invalid chain id for signer');
  const digest = keccak_256(Buffer.concat([Buffer.from([2]), encode(fields.slice(0, 9))]));
  const signature = new secp256k1.Signature(whole(fields[10]), whole(fields[11]), Number(whole(fields[9])));
  if (signature.hasHighS()) throw new Error('invalid transaction v, r, s values');
  const point = signature.recoverPublicKey(digest).toBytes(false).subarray(1);
  const text = (item: Item | undefined): string => `0x${(item as Buffer).toString('hex')}`;
  return {
    hash: keccak(bytes),
    raw,
    from: `0x${keccak(point).slice(-40)}`,
    nonce: Number(whole(fields[1])),
    tip: whole(fields[2]),
    fee: whole(fields[3]),
    gas: whole(fields[4]),
    to: text(fields[5]),
    value: whole(fields[6]),
    data: text(fields[7]),
  };
};
