import { rule, type Mutant } from './mutant.ts';

const BLESSING = 'apps/server/src/modules/blessing/blessing.test.ts';
const POOL = 'apps/server/src/modules/blessing/prizes/prize-pool.test.ts';
const TABLE = 'apps/server/src/modules/blessing/prizes/day-table.test.ts';
const DRAW = 'apps/server/src/modules/blessing/draw/draw.test.ts';
const VAULT = 'apps/server/src/security/vault.test.ts';
const DECK = 'apps/server/src/modules/blessing/draw/deck.test.ts';
const CALLS = 'apps/server/src/modules/blessing/blessing-calls.test.ts';

const server = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `apps/server/src/${file}.ts`,
  from,
  to,
  tests: tests.length === 0 ? [BLESSING] : tests,
});

export const blessingMutants: readonly Mutant[] = [
  server(
    'modules/blessing/blessing.presenter',
    'the code of a package prize is shown after a reset',
    'pick.isVoucher && stays === null ?',
    'pick.isVoucher ?',
    'apps/server/src/modules/member/security/ways-out.test.ts',
  ),
  rule(
    'blessing/blessing-draw',
    'small numbers come more often',
    'if (value < fair) return',
    'if (value < DRAW_RANGE) return',
  ),
  rule(
    'blessing/blessing-draw',
    'the order of the first two cards is not drawn',
    'for (let last = cards.length - 1; last > 0; last -= 1)',
    'for (let last = cards.length - 1; last > 1; last -= 1)',
  ),
  rule(
    'blessing/blessing-draw',
    'a card never stays where it lies',
    'const other = drawBelow(last + 1, take);',
    'const other = drawBelow(last, take);',
  ),
  rule('blessing/blessing-draw', 'every line is as likely as any other', '(ticket -= weight) < 0', '(ticket -= 1) < 0'),
  rule(
    'blessing/blessing-draw',
    'the same card lies in a deck twice',
    'if (!cards.some((card) => card.prizeId === prize.id && card.amountUnits === amountUnits)) return',
    'if (cards.length >= 0) return',
  ),
  rule(
    'blessing/blessing-draw',
    'a limited prize comes more often than there are',
    'Math.min(prize.left ?? BLESSING_CARDS, ',
    'Math.min(BLESSING_CARDS, ',
  ),
  rule(
    'blessing/blessing-draw',
    'the published odds leave out that prizes run out',
    'if (count < room) chance +=',
    'chance +=',
  ),
  rule(
    'blessing/blessing',
    'the proof does not look at the commitment',
    "!== proof.commitment) return 'commitment'",
    "=== '') return 'commitment'",
  ),
  rule('blessing/blessing', 'the proof takes the deck of another pack', ' || deck.packId !== proof.packId', ''),
  rule(
    'blessing/blessing',
    'the proof does not look at the amount',
    'card?.name === proof.name && card.amountUnits === parseUnits(proof.amount)',
    'card?.name === proof.name',
  ),
  rule(
    'blessing/blessing',
    'a journey is paid in a wallet',
    "Phuket: { kind: 'fulfilment' }",
    "Phuket: { kind: 'voucher' }",
  ),
  server(
    'modules/blessing/grant.ledger',
    'an order of a voucher is blessed',
    'voucherId === null ? (view.get(packages, packageId)?.freeBlessings ?? 0) : 0',
    'voucherId !== undefined ? (view.get(packages, packageId)?.freeBlessings ?? 0) : 0',
  ),
  server(
    'modules/blessing/grant.ledger',
    'a dealt prize stays in the pool',
    'for (const { prizeId } of deck.cards) this.#add(prizeId, 1);',
    '',
  ),
  server(
    'modules/blessing/blessing.command',
    'a refusal tells what lies at the tapped card',
    'if (!deck.cards.every((card) => hasPrice(known, card)))',
    'if (!hasPrice(known, deck.cards[index]!))',
  ),
  server(
    'modules/blessing/blessing.command',
    "another member's pack is opened",
    "if (pack === null || pack.memberId !== memberId) return no('err_not_found');\n    if (view.get(members",
    "if (pack === null) return no('err_not_found');\n    if (view.get(members",
  ),
  server(
    'modules/blessing/blessing.command',
    'who is frozen opens a pack',
    "if (view.get(members, memberId)?.frozen !== false) return no('err_account_frozen');",
    '',
  ),
  server(
    'modules/blessing/blessing.command',
    'a pack is refused as if it were another fault when it is open',
    "if (pack.opened) return no('err_opened_pack');",
    '',
  ),
  server(
    'modules/blessing/blessing.command',
    'the prize that was won goes back into the pool',
    'if (other !== card) dealer.giveBack',
    'dealer.giveBack',
  ),
  server(
    'modules/blessing/blessing.command',
    'a prize comes from where deposits come from',
    'source: accountId(BLESSING_HOUSE.PRIZES, walletId)',
    'source: accountId(1n, walletId)',
  ),
  server(
    'modules/blessing/prizes/prize-voucher',
    'every pack wins the same voucher code',
    '`prize voucher:${packId}`',
    '`prize voucher:${packId}`.slice(0, 13)',
  ),
  server(
    'modules/blessing/blessing.ledger',
    'a change of a prize counts at once',
    't.hash = s.table_hash',
    't.hash = (SELECT table_hash FROM blessing_seed ORDER BY day DESC LIMIT 1)',
    TABLE,
  ),
  server(
    'modules/blessing/grant.ledger',
    'a card that was not picked is not there again',
    'this.#add(prizeId, -1);',
    'this.#add(prizeId, 0);',
    TABLE,
  ),
  server(
    'modules/blessing/prizes/prize-pool.query',
    'an operator is told that a change counts a day too early',
    'coalesce(max(day) + 1, $1::date)',
    'coalesce(max(day), $1::date)',
    TABLE,
  ),
  server(
    'modules/blessing/draw/day-seed.command',
    'a commitment leaves the prize table out',
    "publicKey.toString('hex'), tableHash.toString('hex'))",
    "publicKey.toString('hex'), null)",
    DRAW,
  ),
  server(
    'modules/blessing/blessing.equations',
    "a deck may be dealt by another table than its day's",
    'AND d.table_hash <> s.table_hash',
    'AND false',
    'apps/server/src/modules/blessing/blessing.equations.test.ts',
  ),
  server(
    'modules/blessing/prizes/prize-pool.command',
    'a dealt line changes its amounts',
    "if (before !== null && !isSamePrize(before, line)) refuse('err_format');",
    '',
    POOL,
  ),
  server(
    'modules/blessing/prizes/fulfilment.command',
    'a prize is handed over twice',
    "if (doneAt !== null) refuse('err_conflict', { details: { by: doneBy ?? '', at: doneAt.toISOString() } });",
    '',
  ),
  server(
    'modules/blessing/blessing.presenter',
    'a chance is told higher than it is',
    'Math.floor(chance * Number(UNIT) + 1e-6)',
    'Math.ceil(chance * Number(UNIT) + 1e6)',
    CALLS,
  ),
  server(
    'modules/blessing/blessing.query',
    "another member's pack is shown",
    ' WHERE p.id = $1 AND p.member_id = $2`',
    ' WHERE p.id = $1 AND $2::bigint IS NOT NULL`',
    CALLS,
  ),
  server(
    'security/vault',
    'a vault opens under any PEPPER',
    "hkdfSync('sha256', secret,",
    "hkdfSync('sha256', 'ours',",
    VAULT,
  ),
  server('security/vault', 'all seals share one nonce', 'randomBytes(NONCE_BYTES)', 'Buffer.alloc(NONCE_BYTES)', VAULT),
  server(
    'security/vault',
    'what is sealed lies there in clear',
    'nonce, cipher.update(content)',
    'nonce, content, cipher.update(content)',
    VAULT,
  ),
  server(
    'security/vault',
    'sealed bytes open under another label',
    `setAAD(Buffer.from(label));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (label, sealed) => {
      const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, TAG_OF).setAAD(Buffer.from(label))`,
    `setAAD(Buffer.from(label.slice(0, 4)));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (label, sealed) => {
      const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, TAG_OF).setAAD(Buffer.from(label.slice(0, 4)))`,
    VAULT,
  ),
  server(
    'modules/blessing/draw/deck',
    'a sealed deck opens as that of another pack',
    '`deck of ${packId}`',
    '`deck of ${packId.slice(0, 0)}`',
    DECK,
  ),
  server(
    'modules/blessing/draw/deck',
    'a sealed seed opens as that of another day',
    '`blessing seed ${day}`',
    '`blessing seed ${day.slice(0, 0)}`',
    DECK,
  ),
  server(
    'modules/blessing/draw/deck',
    'the salt follows from what everybody knows',
    "createHash('sha256').update(signature).digest()",
    "createHash('sha256').update(text).digest()",
    DRAW,
  ),
  server(
    'modules/blessing/draw/deck',
    'the cards do not follow from the salt',
    "encodeBlock(text, salt.toString('hex'), number)",
    "encodeBlock(text, '', number)",
    DRAW,
  ),
  server(
    'modules/blessing/draw/deck',
    'what is committed to leaves the salt out',
    "commitmentBytes(deck, salt.toString('hex'))!",
    'Buffer.from(deck)',
    DRAW,
  ),
  server('modules/blessing/draw/deck', 'every deck of a member is their first', 'number: decks + 1', 'number: 1', DRAW),
  server(
    'modules/blessing/draw/deck',
    "the member's own seed is left out",
    'memberSeed, tableHash',
    "memberSeed: '', tableHash",
    DRAW,
  ),
  server(
    'modules/blessing/draw/day-seed.command',
    'a seed is shown while its day is running',
    'utcDay(clock.now() - REVEAL_AFTER_MS)',
    'utcDay(clock.now() + DAY_MS)',
    DRAW,
  ),
  server(
    'modules/blessing/draw/day-seed.command',
    'a seed is shown at midnight, while purchases still draw by it',
    '10 * MINUTE_MS',
    '0',
    DRAW,
  ),
  server(
    'modules/blessing/draw/day-seed.command',
    'tomorrow is committed to when it is there',
    'await commitToDay(dependencies, utcDay(now + DAY_MS));',
    '',
    DRAW,
  ),
  server(
    'modules/blessing/draw/day-seed.command',
    'no audit line shows when a day was committed to',
    'await appendAudit(tx, at, [entry]);',
    'void entry;',
    DRAW,
  ),
  server(
    'modules/blessing/draw/clear-deck.store',
    'the cards of an old deck stay in clear',
    "await tx.query('DELETE FROM blessing_card WHERE pack_id = $1', [packId]);",
    '',
    DRAW,
  ),
  server(
    'modules/blessing/draw/clear-deck.store',
    'the prizes of an old deck change places',
    'ORDER BY c.position) FROM',
    'ORDER BY c.prize_id) FROM',
    DRAW,
  ),
];
