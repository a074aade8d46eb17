import { createHash } from 'node:crypto';
import { targetFromBits } from '@minerx/rules/mining-reward';

/** Target of difficulty 1. */
const easiest = 65_535n << 208n;
const decimals = 100_000_000n;
/** The retarget rule of Bitcoin lets a target change by at most this factor. */
const mostChange = 4n;

/** Eight hexadecimal digits of compact bits, from text or number; null when that is no valid target. */
export const bitsText = (bits: string | number): string | null => {
  const text = typeof bits === 'number' ? bits.toString(16).padStart(8, '0') : bits.toLowerCase();
  if (!/^[0-9a-f]{8}$/.test(text)) return null;
  try {
    targetFromBits(text);
    return text;
  } catch {
    return null;
  }
};

/** Difficulty of compact bits as decimal text, cut after 8 decimals. */
export const difficultyText = (bits: string): string => {
  const scaled = (easiest * decimals) / targetFromBits(bits);
  return `${scaled / decimals}.${(scaled % decimals).toString().padStart(8, '0')}`;
};

/** Whether a difficulty that a node reports is that of its bits, to one part in a million. */
export const agrees = (bits: string, reported: number): boolean => {
  const own = Number(difficultyText(bits));
  return Number.isFinite(reported) && Math.abs(reported - own) <= own * 1e-6;
};

/** Whether two targets can lie so many retargets apart. Compact bits are rounded at each, hence the small allowance. @internal */
export const canFollow = (before: string, after: string, retargets = 1): boolean => {
  const [a, b] = [targetFromBits(before), targetFromBits(after)];
  const times = BigInt(retargets);
  const [most, whole] = [(mostChange * 1_000_001n) ** times, 1_000_000n ** times];
  return a * most >= b * whole && b * most >= a * whole;
};

/** Blocks that have one difficulty. */
export const RETARGET_BLOCKS = 2016;

interface Standing {
  readonly height: number;
  readonly bits: string;
}

/** Whether two blocks can stand in one chain: with the same bits inside a period, else so many retargets apart. */
export const canStandTogether = (a: Standing, b: Standing): boolean => {
  const retargets = Math.abs(Math.floor(a.height / RETARGET_BLOCKS) - Math.floor(b.height / RETARGET_BLOCKS));
  return retargets === 0 ? a.bits === b.bits : canFollow(a.bits, b.bits, retargets);
};

/** Block 0 of the main chain; every other chain begins elsewhere. */
export const MAIN_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

/** What stands before block 0. */
export const NO_HASH = '0'.repeat(64);

/** Whether a block's hash meets the target of its bits: nobody makes such a hash without the work. @internal */
export const hasWork = (hash: string, bits: string): boolean => BigInt(`0x${hash}`) <= targetFromBits(bits);

/** The fields of a block header that are hashed. Hashes as they are shown: most significant byte first. */
interface HashedHeader {
  version: number;
  previousHash: string;
  merkleRoot: string;
  timeS: number;
  bits: string;
  nonce: number;
}

/** Hash of a header: twice SHA-256 over its 80 bytes, numbers and hashes least significant byte first. @internal */
export const headerHash = ({ version, previousHash, merkleRoot, timeS, bits, nonce }: HashedHeader): string => {
  const bytes = Buffer.alloc(80);
  bytes.writeInt32LE(version | 0, 0);
  Buffer.from(previousHash, 'hex').reverse().copy(bytes, 4);
  Buffer.from(merkleRoot, 'hex').reverse().copy(bytes, 36);
  bytes.writeUInt32LE(timeS, 68);
  bytes.writeUInt32LE(Number.parseInt(bits, 16), 72);
  bytes.writeUInt32LE(nonce, 76);
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest().reverse().toString('hex');
};

const HASH = /^[0-9a-f]{64}$/;

/**
 * Why a header cannot be a block of the main chain, or null. A simulated chain has no work in it: only its hash is held
 * against the target; a real one's hash is computed from its fields.
 */
export const headerFault = (hash: string, header: HashedHeader, simulated: boolean): string | null => {
  if (![hash, header.previousHash, header.merkleRoot].every((text) => HASH.test(text))) return 'hashes that are none';
  if (!hasWork(hash, header.bits)) return `block ${hash} does not meet the target of ${header.bits}`;
  if (!simulated && headerHash(header) !== hash) return `block ${hash} is not the hash of its header`;
  return null;
};
