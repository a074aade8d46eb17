import type { Equation } from './equations.ts';

const UNIT = 100_000_000;
const BTC = 3;

/** Tables whose rows operators change, each time with a line in the audit log. */
const OPERATED = `'{setting,community,miner_package,staking_type,blessing_prize,network,asset_network,swap_pair}'::text[]`;
/** Their rows may change; what is there now must be the newest version. */
const CHANGING = `'{setting,community,miner_package,staking_type,blessing_prize,network,asset_network,swap_pair,member,settlement_day}'::text[]`;

/** The newest line of the audit log of each subject, among some actions. */
const newest = (actions: string, of: string): string => `
  SELECT DISTINCT ON (subject) subject, action, at, detail FROM audit
   WHERE action IN (${actions}) AND subject LIKE '${of}:%' ORDER BY subject, id DESC`;

/** What must hold between settings, secrets, addresses, prices, and what the audit log tells of their changes. */
export const SETTING_EQUATIONS: readonly Equation[] = [
  {
    name: 'versions',
    sentence:
      'Members’ secrets, settings, packages, prizes, communities, staking types, swap pairs, networks and settled days are as they were last written.',
    rows: `SELECT coalesce(w.table_name, v.table_name) || ' ' || coalesce(w.key, v.key) AS id
            FROM (SELECT * FROM watched_row WHERE table_name = ANY (${CHANGING})) w
            FULL JOIN (SELECT DISTINCT ON (table_name, key) * FROM row_version WHERE table_name = ANY (${CHANGING}) ORDER BY table_name, key, id DESC) v
              ON v.table_name = w.table_name AND v.key = w.key
           WHERE w.value IS DISTINCT FROM v.value`,
  },
  {
    name: 'changes',
    sentence:
      'Every change of a setting, package, prize, community, staking type, swap pair, network, settled day or member’s secret was recorded in the same transaction: in the audit log, or as a change of password or PIN.',
    rows: `SELECT v.table_name || ' ' || v.key AS id FROM row_version v
           WHERE v.tx IS NOT NULL AND v.table_name = ANY (${OPERATED}) AND NOT EXISTS (SELECT FROM audit a WHERE a.tx = v.tx)
          UNION ALL
          SELECT v.table_name || ' ' || v.key
            FROM (SELECT table_name, key, tx, lag(id) OVER (PARTITION BY table_name, key ORDER BY id) AS before
                    FROM row_version WHERE table_name IN ('member', 'settlement_day')) v
           WHERE v.tx IS NOT NULL AND v.before IS NOT NULL AND NOT EXISTS (SELECT FROM audit a WHERE a.tx = v.tx)
             AND NOT (v.table_name = 'member' AND EXISTS (SELECT FROM factor_change f WHERE f.tx = v.tx AND f.member_id::text = v.key))`,
  },
  {
    name: 'freezes',
    sentence:
      'Exactly the members whom the audit log tells frozen are, since it says so; their account at BTA Pay is the one it tells.',
    rows: `SELECT coalesce(a.subject, 'member:' || m.id) AS id FROM (SELECT id, frozen_at FROM member WHERE frozen_at IS NOT NULL) m
            FULL JOIN (SELECT * FROM (${newest(`'member.freeze', 'member.unfreeze'`, 'member')}) n WHERE action = 'member.freeze') a ON a.subject = 'member:' || m.id
           WHERE m.id IS NULL OR a.subject IS NULL OR m.frozen_at <> a.at
          UNION ALL
          SELECT coalesce(a.subject, 'member:' || m.id) FROM (SELECT id, btapay_id FROM member WHERE btapay_id IS NOT NULL) m
            FULL JOIN (${newest(`'btapay.save'`, 'member')}) a ON a.subject = 'member:' || m.id
           WHERE m.btapay_id IS DISTINCT FROM a.detail->>'after'`,
  },
  {
    name: 'addresses',
    sentence:
      'Every saved withdrawal address is one that the audit log tells of: its member, coin, network, address, and until when it waits.',
    rows: `SELECT coalesce('address ' || w.id, 'audit ' || a.id) AS id FROM withdrawal_address w JOIN network n ON n.id = w.network_id
            FULL JOIN (SELECT id, subject, at, detail FROM audit WHERE action = 'withdrawal_address.save') a
              ON a.subject = 'member:' || w.member_id AND a.at = w.saved_at AND (a.detail->>'wallet')::integer = w.wallet_id AND a.detail->>'network' IN (w.network_id::text, n.label)
             AND a.detail->>'after' = w.address AND (a.detail->>'usableAt')::timestamptz = w.usable_at
           WHERE w.id IS NULL OR a.id IS NULL`,
  },
  {
    name: 'nft-owners',
    sentence: 'Every NFT is held by the member to whom the audit log tells it was issued last, and by nobody else.',
    rows: `SELECT coalesce(n.id::text, a.subject) AS id FROM (SELECT id, member_id FROM nft WHERE member_id IS NOT NULL) n
            FULL JOIN (${newest(`'nft.issue'`, 'nft')}) a ON a.subject = 'nft:' || n.id
           WHERE n.member_id::text IS DISTINCT FROM a.detail->>'member'`,
  },
  {
    name: 'prices',
    sentence:
      'Every price is the one that its history ends with, and every price by an operator stands in the audit log.',
    rows: `SELECT 'wallet ' || w.id AS id FROM wallet_type w
            LEFT JOIN (SELECT DISTINCT ON (wallet_id) wallet_id, at, price_units, source FROM wallet_price ORDER BY wallet_id, at DESC) p ON p.wallet_id = w.id
           WHERE w.price_source <> 'none' AND (p.at, p.price_units, p.source) IS DISTINCT FROM (w.price_at, w.price_units, w.price_source)
          UNION ALL
          SELECT 'wallet ' || p.wallet_id || ' ' || p.at
            FROM (SELECT wallet_id, at, price_units, source, lag(at) OVER (PARTITION BY wallet_id ORDER BY at) AS before FROM wallet_price) p
           WHERE p.source = 'operator' AND p.before IS NOT NULL
             AND NOT EXISTS (SELECT FROM audit a WHERE a.action = 'price.set' AND a.subject = 'wallet:' || p.wallet_id AND a.at = p.at
                                AND (a.detail->>'after')::numeric * ${UNIT} = p.price_units)
          UNION ALL
          SELECT 'audit ' || a.id FROM audit a WHERE a.action = 'price.set'
             AND NOT EXISTS (SELECT FROM wallet_price p WHERE a.subject = 'wallet:' || p.wallet_id AND p.at = a.at)`,
  },
  {
    name: 'picks-by-price',
    sentence: 'Every prize in BTC was paid by a price that BTC had then.',
    rows: `SELECT k.pack_id AS id FROM blessing_pick k
           WHERE k.wallet_id = ${BTC}
             AND NOT EXISTS (SELECT FROM wallet_price p WHERE p.wallet_id = k.wallet_id AND p.price_units = k.price_units AND p.at <= k.picked_at)`,
  },
];

/** Of what waits to leave: where it goes and for which fee is as it was asked for. For the check by the minute. */
export const PENDING_EQUATION: Equation = {
  name: 'pending-withdrawals',
  sentence: 'Every NFT withdrawal under review goes where it was asked to go.',
  rows: `SELECT n.id FROM nft_withdrawal n JOIN watched_row w ON w.table_name = 'nft_withdrawal' AND w.key = n.id::text
          WHERE n.status = 0 AND w.value IS DISTINCT FROM
                (SELECT v.value FROM row_version v WHERE v.table_name = 'nft_withdrawal' AND v.key = w.key ORDER BY v.id LIMIT 1)`,
};
