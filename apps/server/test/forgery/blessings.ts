import { order, type Forgery } from './forgery.ts';

const closedPack = `(SELECT p.id FROM blessing_pack p JOIN blessing_deck d ON d.pack_id = p.id WHERE p.opened_at IS NULL ORDER BY p.id LIMIT 1)`;
const openedPack = `(SELECT min(pack_id::text)::uuid FROM blessing_opened)`;

/** Of a card, in units: more than the nine of a deck lie apart, so that the new one is none of the others. */
const MORE = 999n * 100_000_000n;

/** An opened deck with another card, and everything that is computed from it. */
const deck = (pack: string): string => `
  UPDATE blessing_card SET amount_units = amount_units + ${MORE} WHERE pack_id = ${pack} AND position = 0;
  UPDATE blessing_opened o SET deck = s.deck
    FROM (SELECT c.pack_id,
                 E'blessing-deck/1\\n' || c.pack_id || string_agg(E'\\n' || c.position || '|' || z.name || '|' || c.amount_units / 100000000, '' ORDER BY c.position) AS deck
            FROM blessing_card c JOIN blessing_prize z ON z.id = c.prize_id WHERE c.pack_id = ${pack} GROUP BY 1) s
   WHERE o.pack_id = s.pack_id;
  UPDATE blessing_deck d SET commitment = sha256(convert_to(o.deck, 'UTF8') || o.salt) FROM blessing_opened o WHERE o.pack_id = d.pack_id AND o.pack_id = ${pack}`;

/** Other weights than those that were committed to, as a table of its own. */
const otherTable = `
  INSERT INTO blessing_table
    SELECT sha256(convert_to(t.lines, 'UTF8')), t.lines, now() + interval '1 day'
      FROM (SELECT replace(lines, '|*|', '0|*|') AS lines FROM blessing_table ORDER BY since DESC LIMIT 1) t;`;
const newestTable = 'SELECT hash FROM blessing_table ORDER BY since DESC LIMIT 1';

/** Of what is won. */
export const BLESSINGS: readonly Forgery[] = [
  {
    name: 'a card',
    soon: true,
    sql: `UPDATE blessing_card SET amount_units = amount_units + ${MORE} WHERE pack_id = ${openedPack} AND position = 0`,
  },
  { name: 'a deck', sql: `UPDATE blessing_opened SET deck = deck || '!' WHERE pack_id = ${openedPack}` },
  { name: 'a deck swapped whole, with its commitment', sql: deck(openedPack) },
  {
    name: 'a closed deck swapped for another',
    sql: `UPDATE blessing_deck SET sealed = (SELECT sealed FROM blessing_deck WHERE pack_id = ${openedPack}) WHERE pack_id = ${closedPack}`,
  },
  {
    name: 'the seed of a closed deck',
    sql: `UPDATE blessing_deck SET member_seed = 'mine' WHERE pack_id = ${closedPack}`,
  },
  {
    name: 'what was committed to for a day',
    sql: `UPDATE blessing_seed SET commitment = sha256('x') WHERE day = (SELECT max(day) FROM blessing_seed)`,
  },
  {
    name: 'the prize table that a day is committed to',
    sql: `
      ${otherTable}
      UPDATE blessing_seed SET table_hash = (${newestTable}) WHERE day = (SELECT max(day) FROM blessing_seed)`,
  },
  {
    name: 'a line of a committed table, with all that names it',
    sql: `
      ${otherTable}
      UPDATE blessing_seed SET table_hash = (${newestTable});
      UPDATE blessing_deck SET table_hash = (${newestTable}) WHERE number IS NOT NULL`,
  },
  {
    name: 'a day that says it was committed to no table',
    sql: `UPDATE blessing_seed SET table_committed = false WHERE day = (SELECT max(day) FROM blessing_seed)`,
  },
  {
    name: 'a pack from nowhere',
    soon: true,
    sql: `
      INSERT INTO blessing_pack (id, member_id, order_id, number, granted_at)
        SELECT '00000000-0000-7000-8000-000000000003', member_id, id, 99, now() FROM miner_order WHERE id = ${order(1, 'AND package_id = 1')}`,
  },
  {
    name: 'a pack taken away',
    sql: `DELETE FROM blessing_card WHERE pack_id = ${closedPack}; DELETE FROM blessing_deck WHERE pack_id = ${closedPack}; DELETE FROM blessing_pack WHERE id = (SELECT id FROM blessing_pack WHERE opened_at IS NULL ORDER BY id LIMIT 1)`,
  },
  {
    name: 'a pick of a card that nobody opened',
    soon: true,
    sql: `INSERT INTO blessing_pick (pack_id, position, member_id, picked_at) SELECT ${closedPack}, 0, member_id, now() FROM blessing_pack WHERE id = ${closedPack}`,
  },
  {
    name: 'the weight of a prize',
    sql: `UPDATE blessing_prize SET weight = weight * 100 + 1 WHERE id = (SELECT min(id) FROM blessing_prize)`,
  },
  {
    name: 'how many are left of a prize',
    sql: `UPDATE blessing_prize SET gone = gone + 1 WHERE total IS NOT NULL`,
  },
  {
    name: 'what a pick was paid',
    soon: true,
    sql: `UPDATE blessing_pick SET credited_units = credited_units * 2 WHERE wallet_id IS NOT NULL`,
  },
];
