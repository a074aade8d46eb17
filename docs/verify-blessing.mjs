// node docs/verify-blessing.mjs proof.json – checks the copied proof of a Raya Blessing. It needs Node and nothing of ours.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { pack, card, prize, amount, deck, salt, commitment, draw } = proof;
const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const end = (code, said) => (process.stdout.write(`${said}\n`), process.exit(code));
const check = (isTrue, what) => isTrue || end(1, `NOT PROVEN: ${what}`);

// 1. What was paid is what lay there, in the deck that was sealed before the pick. Compare the seal with the one you kept.
check(sha256(deck, bytes(salt)) === commitment, 'the deck is not the one that was sealed');
const lines = deck.split('\n');
check(lines[1] === pack && lines[2 + card] === `${card}|${prize}|${amount}`, 'the card held another prize');
if (!draw) end(0, 'sealed; dealt before draws were committed to');

// 2. Nobody chose the salt: it is the hash of the day key's only signature of what the deck was drawn from.
const inputs = [draw.day, draw.member, draw.number, draw.member_seed, sha256(draw.table), draw.left];
const text = ['blessing-draw/1', ...inputs].join('\n');
const key = createPublicKey({ key: bytes(draw.public_key), format: 'der', type: 'spki' });
check(sha256(bytes(draw.signature)) === salt, 'the salt is not that of the signature');
check(verify('sha256', text, key, bytes(draw.signature)), 'the signature is not of this draw');
if (draw.seed === null) end(0, "right so far; the day's seed is not revealed yet");

// 3. Seed and key are those that were committed to the day before. Compare the commitment with the published list.
const seedText = ['blessing-seed/1', draw.day, draw.seed, draw.public_key].join('\n');
check(sha256(seedText) === draw.seed_commitment, "the day's seed is not the one that was committed to");

// 4. Deal the deck again: 6 bytes a number from blocks of HMAC-SHA-256, those beyond the last whole round thrown away.
let stream = Buffer.alloc(0);
for (let block = 0; block < 64; block += 1)
  stream = Buffer.concat([
    stream,
    createHmac('sha256', bytes(draw.seed)).update(`${text}\n${salt}\n${block}`).digest(),
  ]);
const below = (count) => {
  const number = stream.readUIntBE(0, 6);
  stream = stream.subarray(6);
  return number < 2 ** 48 - (2 ** 48 % count) ? number % count : below(count);
};
const left = new Map(draw.left.split(',').map((pair) => pair.split(':')));
const pool = draw.table
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id, name, from, to, weight, count, drawn] = line.split('|');
    const amounts = Number(to) - Number(from) + 1;
    const most = count === '*' ? 9 : Number(left.get(id));
    return {
      name,
      from: Number(from),
      amounts,
      weight: Number(weight),
      room: drawn === '1' && weight !== '0' ? Math.min(most, amounts, 9) : 0,
    };
  });
const cards = [];
while (cards.length < 9) {
  const open = pool.filter(({ room }) => room > 0);
  let ticket = below(open.reduce((sum, { weight }) => sum + weight, 0));
  const line = open.find(({ weight }) => (ticket -= weight) < 0);
  line.room -= 1;
  let dealt;
  do dealt = `${line.name}|${line.from + below(line.amounts)}`;
  while (cards.includes(dealt));
  cards.push(dealt);
}
for (let last = 8; last > 0; last -= 1) {
  const other = below(last + 1);
  [cards[last], cards[other]] = [cards[other], cards[last]];
}
check(
  cards.every((dealt, place) => lines[2 + place] === `${place}|${dealt}`),
  'the seeds deal another deck',
);
end(0, 'proven: sealed before the pick, and drawn from seeds that nobody could choose');
