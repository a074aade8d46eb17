import { bech32, bech32m } from '@scure/base';

const LONGEST = 90;

interface WitnessProgram {
  /** 0 to 16. */
  readonly version: number;
  /** 2 to 40 bytes. */
  readonly program: Uint8Array;
}

/**
 * The witness program of a segwit address with this human-readable part (`bc` on Bitcoin), or null when it is none.
 * Sources: BIP 173, BIP 350 (version 0 has the checksum of Bech32, all later ones that of Bech32m) and the lengths of
 * BIP 141; their vectors are in the test.
 */
export const decodeSegwit = (part: string, text: string): WitnessProgram | null => {
  const old = bech32.decodeUnsafe(text, LONGEST);
  const decoded = old ?? bech32m.decodeUnsafe(text, LONGEST);
  if (decoded === undefined || decoded.prefix !== part) return null;
  const [version = 17, ...groups] = decoded.words;
  if (version > 16 || (version === 0) !== (old !== undefined)) return null;
  const program = bech32.fromWordsUnsafe(groups);
  if (!program || program.length < 2 || program.length > 40) return null;
  return version === 0 && program.length !== 20 && program.length !== 32 ? null : { version, program };
};
