import { amount, NUMBER, read, UUID, type DataSection } from './data-section.query.ts';

/** What the member has, bought and won. Movements come beside them, as the history shows them. */
export const OF_MINERS: readonly DataSection[] = [
  {
    name: 'orders',
    of: ['miner_order', 'order_payment', 'order_activation', 'order_terms', 'order_placement', 'allocation', 'voucher'],
    first: UUID,
    page: read(
      `SELECT o.id::text AS key, json_build_object('number', o.number, 'serial', o.serial, 'package', p.name, 'status', o.status, 'amount', ${amount('o.amount_units')},
                'max_profit', ${amount('o.max_profit_units')}, 'profit_balance', ${amount('o.profit_balance_units')}, 'by_voucher', o.voucher_id IS NOT NULL,
                'created', o.created_at, 'activated', o.activated_at, 'ended', o.ended_at,
                'paid', (SELECT json_object_agg(w.name, ${amount('y.units')}) FROM order_payment y JOIN wallet_type w ON w.id = y.wallet_id WHERE y.order_id = o.id),
                'machines', (SELECT json_agg(json_build_object('serial', d.serial, 'tenths', a.share_tenths, 'from', a.allocated_at, 'until', a.released_at))
                               FROM allocation a JOIN device d ON d.id = a.device_id WHERE a.order_id = o.id))::text AS row
           FROM miner_order o JOIN miner_package p ON p.id = o.package_id WHERE o.member_id = $1 AND o.id > $2::uuid ORDER BY o.id LIMIT $3`,
    ),
  },
  {
    name: 'receipts',
    of: ['reward'],
    first: `1900-01-01 ${UUID} 0`,
    page: read(
      `SELECT r.day || ' ' || r.order_id || ' ' || r.part AS key, json_build_object('day', r.day, 'order', r.order_id, 'part', r.part, 'sat', r.sat, 'usd', ${amount('r.usd_units')},
                'inputs', r.inputs, 'cause', r.cause, 'simulated', r.simulated, 'settled', r.settled_at)::text AS row
           FROM reward r
          WHERE r.member_id = $1 AND (r.day, r.order_id, r.part) > (split_part($2, ' ', 1)::date, split_part($2, ' ', 2)::uuid, split_part($2, ' ', 3)::smallint)
          ORDER BY r.day, r.order_id, r.part LIMIT $3`,
    ),
  },
  {
    name: 'blessings',
    of: ['blessing_pack', 'blessing_pick', 'blessing_fulfilment', 'blessing_opened', 'blessing_card', 'blessing_deck'],
    first: UUID,
    page: read(
      `SELECT b.id::text AS key, json_build_object('granted', b.granted_at, 'opened', b.opened_at, 'commitment', encode(d.commitment, 'hex'), 'deck', o.deck,
                'position', k.position, 'wallet', w.name, 'credited', ${amount('k.credited_units')}, 'handed_over', f.done_at,
                'voucher', CASE WHEN v.id IS NOT NULL THEN json_build_object('package', c.name, 'amount', ${amount('v.amount_units')}, 'redeemed', v.redeemed_at, 'void', v.voided_at) END)::text AS row
           FROM blessing_pack b LEFT JOIN blessing_deck d ON d.pack_id = b.id LEFT JOIN blessing_opened o ON o.pack_id = b.id
           LEFT JOIN blessing_pick k ON k.pack_id = b.id LEFT JOIN wallet_type w ON w.id = k.wallet_id LEFT JOIN blessing_fulfilment f ON f.pack_id = b.id
           LEFT JOIN voucher v ON v.id = k.voucher_id LEFT JOIN miner_package c ON c.id = v.package_id
          WHERE b.member_id = $1 AND b.id > $2::uuid ORDER BY b.id LIMIT $3`,
    ),
  },
  {
    name: 'blessing_seed',
    of: ['blessing_member_seed'],
    first: NUMBER,
    page: read(
      `SELECT s.member_id::text AS key, json_build_object('seed', s.seed, 'chosen', s.chosen, 'set', s.set_at)::text AS row
           FROM blessing_member_seed s WHERE s.member_id = $1 AND s.member_id > $2::bigint LIMIT $3`,
    ),
  },
];

/** What the member has, and what came and left. */
export const OF_MONEY: readonly DataSection[] = [
  {
    name: 'balances',
    of: ['account'],
    first: NUMBER,
    page: read(
      `SELECT a.id::text AS key, json_build_object('wallet', w.name, 'balance', ${amount('a.balance')})::text AS row
           FROM account a JOIN wallet_type w ON w.id = a.id % 16
          WHERE a.id >= $1::bigint * 16 AND a.id < ($1::bigint + 1) * 16 AND a.id > $2::bigint ORDER BY a.id LIMIT $3`,
    ),
  },
  {
    name: 'set_aside',
    of: ['hold'],
    first: NUMBER,
    page: read(
      `SELECT h.owner_id::text AS key, json_build_object('for', h.reason, 'state', h.state, 'until', h.deadline_at, 'since', h.created_at, 'closed', h.closed_at,
                'still_held', (SELECT json_object_agg(w.name, ${amount('a.balance')}) FROM account a JOIN wallet_type w ON w.id = a.id % 16
                                WHERE a.id >= h.owner_id * 16 AND a.id < (h.owner_id + 1) * 16 AND a.balance > 0))::text AS row
           FROM hold h WHERE h.member_id = $1 AND h.owner_id > $2::bigint ORDER BY h.owner_id LIMIT $3`,
    ),
  },
  {
    name: 'withdrawal_addresses',
    of: ['withdrawal_address'],
    first: NUMBER,
    page: read(
      `SELECT a.id::text AS key, json_build_object('wallet', w.name, 'network', n.label, 'address', a.address, 'saved', a.saved_at, 'usable', a.usable_at)::text AS row
           FROM withdrawal_address a JOIN wallet_type w ON w.id = a.wallet_id JOIN network n ON n.id = a.network_id
          WHERE a.member_id = $1 AND a.id > $2::bigint ORDER BY a.id LIMIT $3`,
    ),
  },
  {
    name: 'deposit_addresses',
    of: ['deposit_address', 'deposit_key'],
    first: NUMBER,
    page: read(
      `SELECT a.id::text AS key, json_build_object('network', n.label, 'address', a.address, 'since', a.created_at)::text AS row
           FROM deposit_address a JOIN network n ON n.id = a.network_id WHERE a.member_id = $1 AND a.id > $2::bigint ORDER BY a.id LIMIT $3`,
    ),
  },
  {
    name: 'deposits',
    of: ['deposit'],
    first: UUID,
    page: read(
      `SELECT d.id::text AS key, json_build_object('wallet', w.name, 'network', n.label, 'address', d.address, 'hash', d.tx_hash, 'amount', ${amount('d.units')},
                'status', d.status, 'seen', d.seen_at, 'credited', d.credited_at)::text AS row
           FROM deposit d JOIN wallet_type w ON w.id = d.wallet_id JOIN network n ON n.id = d.network_id
          WHERE d.member_id = $1 AND d.id > $2::uuid ORDER BY d.id LIMIT $3`,
    ),
  },
  {
    name: 'withdrawals',
    of: ['withdrawal', 'payout'],
    first: UUID,
    page: read(
      `SELECT d.id::text AS key, json_build_object('wallet', w.name, 'network', n.label, 'address', d.address, 'hash', d.tx_hash, 'amount', ${amount('d.amount_units')},
                'fee', ${amount('d.fee_units')}, 'status', d.status, 'cause', d.cause, 'asked', d.created_at, 'decided', d.decided_at, 'sent', d.sent_at, 'ended', d.ended_at)::text AS row
           FROM withdrawal d JOIN wallet_type w ON w.id = d.wallet_id JOIN network n ON n.id = d.network_id
          WHERE d.member_id = $1 AND d.id > $2::uuid ORDER BY d.id LIMIT $3`,
    ),
  },
  {
    name: 'nfts',
    of: ['nft'],
    first: '-infinity 0',
    page: read(
      `SELECT n.acquired_at || ' ' || n.token AS key, json_build_object('token', n.token, 'category', c.name, 'status', n.status, 'since', n.acquired_at)::text AS row
           FROM nft n JOIN nft_category c ON c.id = n.category_id
          WHERE n.member_id = $1 AND (n.acquired_at, n.token) > (regexp_replace($2, ' [0-9]+$', '')::timestamptz, substring($2 FROM '[0-9]+$')::integer)
          ORDER BY n.acquired_at, n.token LIMIT $3`,
    ),
  },
  {
    name: 'nft_withdrawals',
    of: ['nft_withdrawal'],
    first: UUID,
    page: read(
      `SELECT x.id::text AS key, json_build_object('token', n.token, 'address', x.address, 'fee', ${amount('x.fee_units')}, 'status', x.status, 'cause', x.cause,
                'hash', x.tx_hash, 'asked', x.created_at, 'decided', x.decided_at)::text AS row
           FROM nft_withdrawal x JOIN nft n ON n.id = x.nft_id WHERE x.member_id = $1 AND x.id > $2::uuid ORDER BY x.id LIMIT $3`,
    ),
  },
  {
    name: 'stakes',
    of: ['staking_order'],
    first: UUID,
    page: read(
      `SELECT s.id::text AS key, json_build_object('type', t.name, 'amount', ${amount('s.amount_units')}, 'amount2', ${amount('s.amount2_units')}, 'status', s.status,
                'since', s.created_at, 'until', s.ends_at, 'ended', s.ended_at)::text AS row
           FROM staking_order s JOIN staking_type t ON t.id = s.type_id WHERE s.member_id = $1 AND s.id > $2::uuid ORDER BY s.id LIMIT $3`,
    ),
  },
];
