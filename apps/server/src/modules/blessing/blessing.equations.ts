import { CANCELLED, WAITING_STOCK } from '@minerx/rules/order-status';
import type { Equation } from '../../ledger/equation.ts';

const PRIZES = 6;
const CARDS = 9;
const UNIT = 100_000_000;

/** What must hold between packs, their decks, the prize pool and what was paid out. */
export const BLESSING_EQUATIONS: readonly Equation[] = [
  {
    name: 'blessing-grants',
    sentence:
      'Every pack comes from an order of its member that was paid with money: none that waits, was cancelled, or came of a voucher.',
    rows: `SELECT p.id FROM blessing_pack p JOIN miner_order o ON o.id = p.order_id
           WHERE o.member_id <> p.member_id OR o.status IN (${WAITING_STOCK}, ${CANCELLED}) OR o.voucher_id IS NOT NULL`,
  },
  {
    name: 'blessing-decks',
    sentence:
      'Every opened deck is what was committed to: nine cards of the lines it took, the text that is hashed names exactly them, and its salt is that of its draw.',
    rows: `SELECT o.pack_id AS id FROM blessing_opened o JOIN blessing_deck d ON d.pack_id = o.pack_id
            LEFT JOIN (SELECT c.pack_id, count(*) AS cards, array_agg(c.prize_id ORDER BY c.prize_id) AS prize_ids,
                              string_agg(E'\\n' || c.position || '|' || z.name || '|' || c.amount_units / ${UNIT}, '' ORDER BY c.position) AS lines
                         FROM blessing_card c JOIN blessing_prize z ON z.id = c.prize_id GROUP BY 1) c ON c.pack_id = d.pack_id
           WHERE c.cards IS DISTINCT FROM ${CARDS} OR c.prize_ids <> d.prize_ids OR o.deck <> E'blessing-deck/1\\n' || d.pack_id || c.lines
              OR d.commitment <> sha256(convert_to(o.deck, 'UTF8') || o.salt) OR (o.signature IS NULL) <> (d.number IS NULL)`,
  },
  {
    name: 'blessing-secrets',
    sentence: 'A deck is open to everybody when its pack is opened and not before, and no closed deck lies in clear.',
    rows: `SELECT p.id FROM blessing_pack p LEFT JOIN blessing_opened o ON o.pack_id = p.id WHERE (p.opened_at IS NULL) <> (o.pack_id IS NULL)
           UNION ALL SELECT pack_id FROM blessing_deck WHERE clear_deck IS NOT NULL
           UNION ALL SELECT c.pack_id FROM blessing_card c WHERE NOT EXISTS (SELECT FROM blessing_opened o WHERE o.pack_id = c.pack_id)`,
  },
  {
    name: 'blessing-pool',
    sentence: 'Of every prize as many cards are gone as were picked or lie in a deck that is not opened.',
    rows: `SELECT z.id FROM blessing_prize z
            LEFT JOIN (SELECT prize_id, count(*) AS gone
                         FROM (SELECT unnest(d.prize_ids) AS prize_id FROM blessing_deck d JOIN blessing_pack p ON p.id = d.pack_id WHERE p.opened_at IS NULL
                               UNION ALL
                               SELECT c.prize_id FROM blessing_pick k JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position) g
                        GROUP BY 1) c ON c.prize_id = z.id
           WHERE z.gone <> coalesce(c.gone, 0)`,
  },
  {
    name: 'blessing-days',
    sentence:
      'Every day that draws was committed to by a line of the audit log, which names its commitment and its prize table, and its decks were dealt by that table.',
    rows: `SELECT s.day::text AS id FROM blessing_seed s
            WHERE NOT EXISTS (SELECT FROM audit a WHERE a.action = 'blessing.commit' AND a.subject = 'seed:' || s.day
                                 AND a.detail ->> 'commitment' = encode(s.commitment, 'hex')
                                 AND a.detail ->> 'table' IS NOT DISTINCT FROM CASE WHEN s.table_committed THEN encode(s.table_hash, 'hex') END)
           UNION ALL SELECT d.pack_id::text FROM blessing_deck d JOIN blessing_seed s ON s.day = d.day
            WHERE s.table_committed AND d.table_hash <> s.table_hash
           UNION ALL SELECT encode(hash, 'hex') FROM blessing_table WHERE hash <> sha256(convert_to(lines, 'UTF8'))`,
  },
  {
    name: 'blessing-picks',
    sentence:
      'Every opened pack has one pick, which is paid once: to its member at its price, by a voucher of its amount, or by people.',
    rows: `SELECT coalesce(p.id, k.pack_id) AS id FROM blessing_pack p FULL JOIN blessing_pick k ON k.pack_id = p.id
                   WHERE (p.opened_at IS NOT NULL) <> (k.pack_id IS NOT NULL) OR p.member_id <> k.member_id
          UNION ALL SELECT k.pack_id FROM blessing_pick k JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position
                    JOIN blessing_prize z ON z.id = c.prize_id
                    LEFT JOIN posting t ON t.transfer_id = k.transfer_id AND t.destination = account_of(k.member_id, k.wallet_id)
                                       AND t.source = account_of(${PRIZES}, k.wallet_id)
                    LEFT JOIN wallet_type w ON w.id = k.wallet_id LEFT JOIN voucher v ON v.id = k.voucher_id
                    LEFT JOIN blessing_fulfilment f ON f.pack_id = k.pack_id
                   WHERE CASE WHEN k.wallet_id IS NOT NULL
                              THEN strpos(z.name, w.name) = 0 OR t.amount IS DISTINCT FROM k.credited_units
                                OR k.credited_units <> div(c.amount_units::numeric * ${UNIT}, k.price_units)
                              WHEN k.voucher_id IS NOT NULL
                              THEN v.amount_units <> c.amount_units OR z.name NOT LIKE '%Package%'
                              ELSE f.pack_id IS NULL END
          UNION ALL SELECT t.id FROM transfer t WHERE t.kind = 'prize' AND NOT EXISTS (SELECT FROM blessing_pick k WHERE k.transfer_id = t.id)
          UNION ALL SELECT p.transfer_id FROM posting p WHERE account_owner(p.source) = ${PRIZES}
                    AND NOT EXISTS (SELECT FROM transfer t WHERE t.id = p.transfer_id AND t.kind = 'prize')`,
  },
  {
    name: 'order-packs',
    sentence: 'Every order that left the line was noted then, and has as many packs as it was granted.',
    rows: `SELECT coalesce(o.id, g.order_id) AS id FROM (SELECT id FROM miner_order WHERE status NOT IN (${WAITING_STOCK}, ${CANCELLED})) o
            FULL JOIN order_placement g ON g.order_id = o.id
            LEFT JOIN (SELECT order_id, count(*) AS packs FROM blessing_pack GROUP BY 1) p ON p.order_id = coalesce(o.id, g.order_id)
           WHERE o.id IS NULL OR g.order_id IS NULL OR coalesce(p.packs, 0) <> g.packs
          UNION ALL SELECT p.id FROM blessing_pack p WHERE NOT EXISTS (SELECT FROM order_placement g WHERE g.order_id = p.order_id)`,
  },
  {
    name: 'picks-by-price',
    about: 'settings',
    sentence: 'Every prize that went into a wallet was paid by a price that the wallet had then.',
    rows: `SELECT k.pack_id AS id FROM blessing_pick k
           WHERE k.wallet_id IS NOT NULL
             AND NOT EXISTS (SELECT FROM wallet_price p WHERE p.wallet_id = k.wallet_id AND p.price_units = k.price_units
                                AND p.at <= greatest(k.picked_at, (SELECT min(o.at) FROM wallet_price o WHERE o.wallet_id = k.wallet_id)))`,
  },
];
