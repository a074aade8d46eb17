import { targetFromBits } from '@minerx/rules/mining-reward';

/** Target of difficulty 1. */
const easiest = 65_535n << 208n;
const decimals = 100_000_000n;
/** The retarget rule of Bitcoin lets a target change by at most this factor. */
const mostChange = 4n;

/** Eight hexadecimal digits of compact bits, from text or number; null when that is no valid target. */
export function bitsText(bits: string | number): string | null {
  const text = typeof bits === 'number' ? bits.toString(16).padStart(8, '0') : bits.toLowerCase();
  if (!/^[0-9a-f]{8}$/.test(text)) return null;
  try {
    targetFromBits(text);
    return text;
  } catch {
    return null;
  }
}

/** Difficulty of compact bits as decimal text, cut after 8 decimals. */
export function difficultyText(bits: string): string {
  const scaled = (easiest * decimals) / targetFromBits(bits);
  return `${scaled / decimals}.${(scaled % decimals).toString().padStart(8, '0')}`;
}

/** Whether a difficulty that a node reports is that of its bits, to one part in a million. */
export function agrees(bits: string, reported: number): boolean {
  const own = Number(difficultyText(bits));
  return Number.isFinite(reported) && Math.abs(reported - own) <= own * 1e-6;
}

/** Whether two targets can lie one retarget apart. Compact bits are rounded, hence the small allowance. */
export function canFollow(before: string, after: string): boolean {
  const [a, b] = [targetFromBits(before), targetFromBits(after)];
  const allowance = mostChange * 1_000_001n;
  return a * allowance >= b * 1_000_000n && b * allowance >= a * 1_000_000n;
}
