// node docs/verify-blessing.mjs proof.json – checks the copied proof of a Raya Blessing. It needs Node and nothing of ours.
import { createHash, createHmac, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
const { pack, card, prize, amount, deck, salt, commitment, draw } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (content) => createHash('sha256').update(content).digest('hex');
const end = (said, code = 0) => (process.stdout.write(`${said}\n`), process.exit(code));
const check = (isTrue, what) => isTrue || end(`NOT PROVEN: ${what}`, 1);
// 1. What was paid is what lay there, in the deck that was sealed before the pick. Compare the seal with the one you kept.
check(sha256(Buffer.concat([Buffer.from(deck), bytes(salt)])) === commitment, 'another deck was sealed');
check(deck.split('\n')[1] === pack, 'the deck is of another pack');
check(deck.split('\n')[2 + card] === `${card}|${prize}|${amount}`, 'the card held another prize');
if (!draw) end('sealed; dealt before draws were committed to');
// 2. Nobody chose the salt: it is the hash of the day key's only signature of what the deck was drawn from.
const { day, seed, signature, public_key: spki, table, left } = draw;
const text = ['blessing-draw/1', day, draw.member, draw.number, draw.member_seed, sha256(table), left].join('\n');
const key = { key: bytes(spki), format: 'der', type: 'spki' };
check(sha256(bytes(signature)) === salt, 'the salt is not that of the signature');
check(verify('sha256', text, key, bytes(signature)), 'the signature is not of this draw');
if (seed === null) end("right so far; the day's seed is not revealed yet");
// 3. Seed, key and prize table were committed to the day before. Compare the commitment with the published list.
const promise = [`blessing-seed/${draw.table_committed ? 2 : 1}`, day, seed, spki];
if (draw.table_committed) promise.push(sha256(table));
check(sha256(promise.join('\n')) === draw.seed_commitment, 'the day was committed to another seed, key or table');
// 4. Deal the deck again: 6 bytes a number from blocks of HMAC-SHA-256, those beyond the last whole round thrown away.
const block = (_, n) => createHmac('sha256', bytes(seed)).update(`${text}\n${salt}\n${n}`).digest('hex');
const sixes = Array.from({ length: 64 }, block).join('').match(/.{12}/g);
const below = (n, drawn = parseInt(sixes.shift(), 16)) => (drawn < 2 ** 48 - (2 ** 48 % n) ? drawn % n : below(n));
const counts = Object.fromEntries(left.split(',').map((pair) => pair.split(':')));
const [, ...pool] = table.split('\n').map((line) => line.split('|'));
const room = pool.map(([id, , from, to, , count]) => Math.min(9, to - from + 1, count === '*' ? 9 : counts[id]));
const weight = ([, , , , share, , drawn], line) => (room[line] > 0 ? share * drawn : 0);
const cards = [];
for (let n = 0; n < 9; n += 1) {
  let ticket = below(pool.map(weight).reduce((sum, share) => sum + share));
  const line = pool.map(weight).findIndex((share) => (ticket -= share) < 0);
  const [, name, from, to] = pool[line];
  do cards[n] = `${name}|${+from + below(to - from + 1)}`;
  while (cards.indexOf(cards[n]) < n);
  room[line] -= 1;
}
for (let n = 8; n > 0; n -= 1) cards.splice(n, 1, ...cards.splice(below(n + 1), 1, cards[n]));
const dealt = ['blessing-deck/1', pack, ...cards.map((held, n) => `${n}|${held}`)];
check(deck === dealt.join('\n'), 'the seeds deal another deck');
end(`proven: sealed before the pick, drawn from what nobody chose alone${promise[4] ? '' : ' but the prize table'}`);
