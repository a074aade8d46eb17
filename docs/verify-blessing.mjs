// node docs/verify-blessing.mjs proof.json – checks the copied proof of a Raya Blessing. It needs Node and nothing of ours.
import { createHash, createHmac, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
const { pack, card, prize, amount, deck, salt, commitment, draw } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const end = (code, said) => (process.stdout.write(`${said}\n`), process.exit(code));
const check = (isTrue, what) => isTrue || end(1, `NOT PROVEN: ${what}`);
// 1. What was paid is what lay there, in the deck that was sealed before the pick. Compare the seal with the one you kept.
check(sha256(deck, bytes(salt)) === commitment, 'the deck is not the one that was sealed');
check(deck.split('\n')[1] === pack, 'the deck is of another pack');
check(deck.split('\n')[2 + card] === `${card}|${prize}|${amount}`, 'the card held another prize');
if (!draw) end(0, 'sealed; dealt before draws were committed to');
// 2. Nobody chose the salt: it is the hash of the day key's only signature of what the deck was drawn from.
const { day, seed, signature, public_key: spki, table, left } = draw;
const text = ['blessing-draw/1', day, draw.member, draw.number, draw.member_seed, sha256(table), left].join('\n');
const key = { key: bytes(spki), format: 'der', type: 'spki' };
check(sha256(bytes(signature)) === salt, 'the salt is not that of the signature');
check(verify('sha256', text, key, bytes(signature)), 'the signature is not of this draw');
if (seed === null) end(0, "right so far; the day's seed is not revealed yet");
// 3. Seed and key are those that were committed to the day before. Compare the commitment with the published list.
const seedHash = sha256(['blessing-seed/1', day, seed, spki].join('\n'));
check(seedHash === draw.seed_commitment, "the day's seed is not the one that was committed to");
// 4. Deal the deck again: 6 bytes a number from blocks of HMAC-SHA-256, those beyond the last whole round thrown away.
const block = (_, n) => createHmac('sha256', bytes(seed)).update(`${text}\n${salt}\n${n}`).digest();
const stream = Buffer.concat(Array.from({ length: 64 }, block));
let at = -6;
const below = (n, drawn = stream.readUIntBE((at += 6), 6)) => (drawn < 2 ** 48 - (2 ** 48 % n) ? drawn % n : below(n));
const counts = Object.fromEntries(left.split(',').map((pair) => pair.split(':')));
const rows = table.split('\n').map((line) => line.split('|'));
const pool = rows.slice(1).map(([id, name, from, to, weight, count, drawn]) => {
  const room = Math.min(9, to - from + 1, count === '*' ? 9 : counts[id]);
  return { name, from: +from, amounts: to - from + 1, weight: +weight, room: drawn === '1' && +weight > 0 ? room : 0 };
});
const cards = [];
for (let n = 0; n < 9; n += 1) {
  const open = pool.filter(({ room }) => room > 0);
  let ticket = below(open.reduce((sum, { weight }) => sum + weight, 0));
  const line = open.find(({ weight }) => (ticket -= weight) < 0);
  do cards[n] = `${line.name}|${line.from + below(line.amounts)}`;
  while (cards.indexOf(cards[n]) < n);
  line.room -= 1;
}
for (let n = 8; n > 0; n -= 1) {
  const other = below(n + 1);
  [cards[n], cards[other]] = [cards[other], cards[n]];
}
const dealt = ['blessing-deck/1', pack, ...cards.map((held, place) => `${place}|${held}`)].join('\n');
check(deck === dealt, 'the seeds deal another deck');
end(0, 'proven: sealed before the pick, and drawn from seeds that nobody could choose');
