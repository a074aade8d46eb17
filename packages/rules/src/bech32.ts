const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What the checksum comes to: Bech32 for version 0, Bech32m for all later ones (BIP 350). */
const BECH32 = 1;
const BECH32M = 0x2bc830a3;
const LONGEST = 90;
const CHECKSUM_LETTERS = 6;

export interface WitnessProgram {
  /** 0 to 16. */
  readonly version: number;
  /** 2 to 40 bytes. */
  readonly program: Uint8Array;
}

/**
 * The witness program of a segwit address with this human-readable part (`bc` on Bitcoin), or null when it is none.
 * Sources: BIP 173, BIP 350 and the lengths of BIP 141; their vectors are in the test.
 */
export function decodeSegwit(part: string, text: string): WitnessProgram | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const letters = text.toLowerCase();
  const split = letters.lastIndexOf('1');
  if (letters.length > LONGEST || letters.slice(0, split) !== part) return null;
  const values = Array.from(letters.slice(split + 1), (letter) => ALPHABET.indexOf(letter));
  if (values.includes(-1) || values.length <= CHECKSUM_LETTERS) return null;
  const [version = 0] = values;
  if (version > 16 || polymod([...expand(part), ...values]) !== (version === 0 ? BECH32 : BECH32M)) return null;
  const program = bytesOf(values.slice(1, -CHECKSUM_LETTERS));
  if (program === null || program.length < 2 || program.length > 40) return null;
  return version === 0 && program.length !== 20 && program.length !== 32 ? null : { version, program };
}

/** The human-readable part in the checksum: high bits, a zero, low bits. */
function expand(part: string): readonly number[] {
  const codes = Array.from(part, (letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function polymod(values: readonly number[]): number {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) if ((top >>> bit) & 1) checksum ^= generator;
  }
  return checksum >>> 0;
}

/** Groups of five bits as bytes; null when more than four bits are left over, or one of them is set. */
function bytesOf(groups: readonly number[]): Uint8Array | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const group of groups) {
    held = ((held << 5) | group) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 0xff);
  }
  return bits > 4 || (held & ((1 << bits) - 1)) !== 0 ? null : Uint8Array.from(bytes);
}
