import { formatUnits } from '@minerx/rules/money';
import type { Pick } from '../blessing.api.ts';

/** How anybody proves a pick. In English, as the proof itself is read by programs. docs/verify-blessing.mjs of the source does all of it. */
const RECIPE = [
  'Texts are ASCII, lines joined by a line feed, without one at the end; bytes are written in hex.',
  'commitment = SHA-256 of the bytes of deck followed by the 32 bytes of salt (not their hex digits). It was shown before the pick. Line "card|prize|amount" of deck is what was paid.',
  'input = "blessing-draw/1", draw.day, draw.member, draw.number, draw.member_seed, SHA-256 of draw.table, draw.left.',
  'draw.signature is RSASSA-PKCS1-v1_5 with SHA-256 of input under draw.public_key (SPKI); salt = SHA-256 of the signature.',
  'draw.seed_commitment, published the day before, = SHA-256 of "blessing-seed/2", draw.day, draw.seed, draw.public_key, SHA-256 of draw.table; while draw.table_committed is false of "blessing-seed/1" without the table. The seed is null until the day is over.',
  'stream = blocks 0, 1, 2 … of HMAC-SHA-256 under draw.seed of input, salt in hex, the number of the block. A number below n: 6 bytes, big-endian; those from the last multiple of n up to 2^48 are thrown away; the rest modulo n.',
  'Nine times: of the lines of draw.table ("id|name|from|to|weight|count or *|drawn") that still have a card to give, one by a number below the sum of their weights, in order; then its amount: from + a number below (to - from + 1), again while the deck holds that card. A line gives at most 9, its amounts, and what draw.left says was left.',
  'Shuffle: for last = 8 down to 1 the card at last changes places with the one at a number below last + 1.',
];

/** The proof of a pick as it is copied: complete, with how to check it. */
export const proofText = (pick: Pick, commitment: string): string =>
  JSON.stringify(
    {
      recipe: RECIPE,
      pack: pick.packId,
      card: pick.index,
      prize: pick.name,
      amount: formatUnits(pick.amountUnits),
      ...pick.proof,
      commitment,
      draw: pick.draw,
    },
    null,
    2,
  );
