import pg from 'pg';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { REWARD_HOUSE } from '../../../apps/server/src/modules/reward/reward.ledger.ts';
import { MEMBER_HOUSE } from '../../../apps/server/src/modules/member/member.ledger.ts';
import { administer, fillReference } from '../api/purchase-world.ts';

/** The first member, whom every question of one member is asked about: as much is theirs in a small world as in a large one. */
export const PROBE = 1000n;
export const TODAY = '2026-11-21';
const FIRST_ID_MS = Date.UTC(2025, 0, 1);
const SETTLED_DAYS = 10;

/** `order(n)`: ids in the order of their numbers, as those of version 7 are. */
export const uuid = (kind: number, n = 'n'): string =>
  `(lpad(to_hex(${FIRST_ID_MS}::bigint + ${n}::bigint * 1000), 12, '0') || '70008${String(kind).padStart(3, '0')}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const KIND = {
  order: 1,
  transfer: 2,
  ticket: 4,
  pack: 5,
  stake: 6,
  withdrawal: 7,
  deposit: 8,
  session: 9,
  operator: 10,
  notice: 11,
  voucher: 12,
  item: 13,
  quote: 14,
} as const;

/** The id that `uuid` gives the n-th of a kind. */
export const probeId = (kind: keyof typeof KIND, number = 1): string => {
  const [time, n] = [
    (FIRST_ID_MS + number * 1000).toString(16).padStart(12, '0'),
    number.toString(16).padStart(12, '0'),
  ];
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${String(KIND[kind]).padStart(3, '0')}-${n}`;
};

/** Of a hundred members one has things; `many` of each hundred are theirs, however large the world. */
const owner = (members: number): string => `${PROBE} + (n - 1) % ${Math.max(1, Math.floor(members / 100))}`;

/**
 * A database with as many members, 0.3 orders for each, ten rewards an order, and every list that a member has. Rows as they are, past every
 * trigger: their sums mean nothing, what it takes to read them does.
 */
export const makeGrownWorld = async (clusterUrl: string, name: string, members: number): Promise<string> => {
  await administer(clusterUrl, `CREATE DATABASE ${name}`);
  const address = new URL(clusterUrl);
  address.pathname = `/${name}`;
  await migrate(address.href);
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await fillReference(client);
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    await client.query(`SELECT ensure_device_minute_day('${TODAY}'::date - n) FROM generate_series(1, 3) n`);
    for (const [table, text] of [
      ...PEOPLE(members),
      ...MINING(members),
      ...LISTS(members),
      ...TERMS,
      ...PAST(members),
      ...PRICES(members),
    ]) {
      await client.query(`INSERT INTO ${table} ${text}`);
    }
    await client.query('UPDATE fleet_state SET (polled, connected) = (SELECT count(*), count(*) FROM device_state)');
    // The collection is there from the beginning, and has no more.
    await client.query(
      `UPDATE nft SET id = ${uuid(KIND.item, 'token')}, member_id = ${PROBE} + greatest(0, token - 10), status = 1, acquired_at = timestamptz '${TODAY}' - token * interval '1 second' WHERE token <= $1`,
      [members],
    );
    await client.query('SET session_replication_role = origin');
    await client.query('VACUUM (FREEZE, ANALYZE)');
  } finally {
    await client.end();
  }
  return address.href;
};

const of = (count: number): string => `generate_series(1, ${Math.ceil(count)}) n`;

const PEOPLE = (members: number): [table: string, rows: string][] => [
  [
    'member (id, username, full_name, email, email_key, mobile, country_id, referral_code, sponsor_id, password_hash, pin_hash)',
    `SELECT 999 + n, 'm' || n, 'Member', 'm' || n || '@x.org', 'm' || n || '@x.org', '+60', 132, 'R' || n, CASE WHEN n > 1 THEN 1000 + (n - 2) / 10 END, 'x', 'x' FROM ${of(members)}`,
  ],
  [
    'member_figures (member_id, sponsor_id, capital_units, direct_sponsor, group_sponsor, direct_sales, group_sales, foundation, legacy)',
    'SELECT id, sponsor_id, 0, 10, 10, 0, 0, id % 10 = 0, false FROM member',
  ],
  ['account (id, balance)', `SELECT m.id * 16 + w, 1 FROM member m, unnest(ARRAY[1, 3, 4]) w`],
  [
    'session (id, member_id, transport, device, address, created_at, last_used_at, expires_at, ended_at, tokens_gone)',
    `SELECT ${uuid(KIND.session)}, 999 + n, 'cookie', '', '', at, at, at + interval '90 days', CASE WHEN n % 2 = 0 THEN at + interval '1 hour' END, n % 2 = 0
       FROM (SELECT n, timestamptz '${TODAY}' - interval '2 days' - n * interval '50 milliseconds' AS at FROM ${of(members)}) s`,
  ],
  [
    'refresh_token (token_hash, session_id)',
    `SELECT sha256((id::text || n)::bytea), id FROM session, generate_series(1, 2) n WHERE NOT tokens_gone`,
  ],
];

const MINING = (members: number): [string, string][] => {
  const orders = members * 0.3;
  return [
    [
      'miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at, mined_sat)',
      `SELECT ${uuid(KIND.order)}, 'N' || n, 'S' || n, ${owner(members)}, 1, CASE WHEN n % 3 = 0 THEN 9 ELSE 1 END, 1, 2, 1, '2026-11-01', 1000 FROM ${of(orders)}`,
    ],
    [
      'device (id, serial, line, host, port, simulated) OVERRIDING SYSTEM VALUE',
      `SELECT n, 'D' || n, 'x1', 'h', n % 60000 + 1, false FROM ${of(orders)}`,
    ],
    ['device_state (device_id, connected)', 'SELECT id, true FROM device'],
    [
      `device_stock (device_id, line, free, in_stock)`,
      `SELECT id, 'x1', false, true FROM device ON CONFLICT DO NOTHING`,
    ],
    [
      'allocation (order_id, device_id, share_tenths, allocated_at)',
      `SELECT ${uuid(KIND.order)}, n, 10, '2026-11-01' FROM ${of(orders)}`,
    ],
    [
      'settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated)',
      `SELECT '${TODAY}'::date - n, 'settled', '[]', 0, 1, now(), false FROM generate_series(2, ${SETTLED_DAYS + 1}) n`,
    ],
    [
      'reward (order_id, day, member_id, sat, usd_units, transfer_id, inputs, simulated)',
      `SELECT ${uuid(KIND.order, 'o')}, '${TODAY}'::date - d, ${PROBE} + (o - 1) % ${Math.max(1, Math.floor(members / 100))}, 100, 1,
              ${uuid(KIND.transfer, `((o - 1) * ${SETTLED_DAYS} + d - 1)`)}, '{}', false
         FROM generate_series(1, ${Math.ceil(orders)}) o, generate_series(2, ${SETTLED_DAYS + 1}) d`,
    ],
    [
      'transfer (id, kind, member_id, order_id, at)',
      `SELECT transfer_id, 'reward', member_id, order_id, now() FROM reward`,
    ],
    [
      'posting (transfer_id, position, wallet_id, source, destination, amount)',
      `SELECT transfer_id, 0, 3, ${REWARD_HOUSE.MINING} * 16 + 3, member_id * 16 + 3, sat FROM reward`,
    ],
    [
      'transfer (id, kind, member_id, at)',
      `SELECT ${uuid(KIND.deposit)}, 'credit', ${owner(members)}, now() FROM ${of(members * 2)}`,
    ],
    [
      'posting (transfer_id, position, wallet_id, source, destination, amount)',
      `SELECT ${uuid(KIND.deposit)}, 0, 1, ${MEMBER_HOUSE.ADJUSTMENTS} * 16 + 1, (${owner(members)}) * 16 + 1, 1 FROM ${of(members * 2)}`,
    ],
    ...[1, 2, 3].map((ago): [string, string] => [
      'device_minute',
      `SELECT d, n, m, 1, 60, 0, 0 FROM (SELECT '${TODAY}'::date - ${ago} AS d) d, ${of(orders)}, generate_series(0, 4) m`,
    ]),
  ];
};

const LISTS = (members: number): [string, string][] => {
  const many = of(members * 0.1);
  return [
    [
      'ticket (id, number, member_id, category, status, awaits_us, created_at, updated_at, closed_at)',
      `SELECT ${uuid(KIND.ticket)}, 'T' || n, ${owner(members)}, 1, 9, false, now(), now(), now() FROM ${many}`,
    ],
    [
      'ticket_message (id, ticket_id, message, created_at)',
      `SELECT ${uuid(KIND.ticket)}, ${uuid(KIND.ticket)}, 'Question', now() FROM ${many}`,
    ],
    [
      'staking_order (id, member_id, type_id, status, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, created_at, ends_at)',
      `SELECT ${uuid(KIND.stake)}, ${owner(members)}, 1, 1, 6, 8, 1, 250, 100000000 + n, now(), timestamptz '2027-01-01' + n * interval '1 second' FROM ${many}`,
    ],
    [
      'withdrawal (id, member_id, wallet_id, network_id, status, revision, amount_units, fee_units, hold_owner_id, address, two_operators, created_at, changed_at, decided_at, ended_at)',
      `SELECT ${uuid(KIND.withdrawal)}, ${owner(members)}, 1, 1, 8, 1, 1, 0, 200000000 + n, 'a', false, now(), now(), now(), now() FROM ${many}`,
    ],
    [
      'deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, status, transfer_id, seen_at, credited_at)',
      `SELECT ${uuid(KIND.deposit)}, ${owner(members)}, 1, 1, 'a' || n, 'h' || n, 0, n, 'b' || n, 1, 1, 3, ${uuid(KIND.deposit)}, now(), now() FROM ${many}`,
    ],
    [
      'blessing_pack (id, member_id, order_id, number, granted_at)',
      `SELECT ${uuid(KIND.pack)}, ${owner(members)}, ${uuid(KIND.order)}, 1, now() FROM ${many}`,
    ],
    [
      'blessing_pick (pack_id, position, member_id, picked_at)',
      `SELECT ${uuid(KIND.pack)}, 1, ${owner(members)}, timestamptz '${TODAY}' - n * interval '1 second' FROM ${many}`,
    ],
  ];
};

/** What is written once for each member and each order. */
const TERMS: readonly [string, string][] = [
  [
    'withdrawal_address (member_id, wallet_id, network_id, address, saved_at, usable_at)',
    `SELECT id, 1, 1, 'a' || id, now(), now() FROM member`,
  ],
  [
    'deposit_address (member_id, network_id, address, child, created_at)',
    `SELECT id, 1, 'd' || id, id, now() FROM member`,
  ],
  ['terms_acceptance (member_id, version, language, at)', `SELECT id, 1, 'en', now() FROM member`],
  [
    'order_terms (order_id, member_id, package_id, amount_units, max_profit_units, package_amount_units, package_max_profit_units, activation_fee_units)',
    'SELECT id, member_id, 1, 1, 2, 1, 2, 1 FROM miner_order',
  ],
  ['order_payment (order_id, wallet_id, units)', 'SELECT id, w, 1 FROM miner_order, unnest(ARRAY[1, 4]) w'],
  ['order_placement (order_id, packs)', 'SELECT id, 1 FROM miner_order'],
  [
    'order_activation (order_id, activated_at, activation_fee_units, price_units)',
    `SELECT id, '2026-11-01', 1, 1 FROM miner_order`,
  ],
];

/** What time leaves behind. */
const PAST = (members: number): [string, string][] => {
  const orders = of(members * 0.3);
  const probeOwner = owner(members);
  const at = (step: string): string => `timestamptz '${TODAY}' - n * interval '${step}'`;
  return [
    [
      'pool_worker_day (day, device_id, hashes, simulated)',
      `SELECT '${TODAY}'::date - 2, n, 6e18, false FROM ${orders}`,
    ],
    [
      'device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)',
      `SELECT '${TODAY}'::date - 2, n, 0, 0, 6e18, 0, 0, 0, 6e18, 0, now() FROM ${orders}`,
    ],
    [
      'device_hours (day, device_id, since, hashes, covered_s, down_s)',
      `SELECT '${TODAY}'::date - 50, n, h.since, h.hashes, h.covered, h.down FROM ${orders},
         (SELECT array_agg(m::smallint) AS since, array_agg(273600000000000000 + m) AS hashes, array_agg(3600::smallint) AS covered, array_agg(0::smallint) AS down FROM generate_series(0, 1380, 60) m) h`,
    ],
    [
      'notice (id, member_id, kind, event, label, count, at)',
      `SELECT ${uuid(KIND.notice)}, ${probeOwner}, 'reward', 'e' || n, 'N1', 1, ${at('1 second')} FROM ${of(members)}`,
    ],
    [
      'outbox (topic, payload, not_before, given_up_at)',
      `SELECT 'mail', '{}', timestamptz '2100-01-01', ${at('1 second')} FROM ${of(members * 0.01)}`,
    ],
    [
      // A batch of a hundred is made in one moment.
      'voucher (id, code_hash, package_id, amount_units, created_at, redeemed_at, redeemed_by)',
      `SELECT ${uuid(KIND.voucher)}, sha256(n::text::bytea), 1, 1, timestamptz '${TODAY}' - n / 100 * interval '1 second', ${at('1 second')}, ${probeOwner} FROM ${of(members * 0.1)}`,
    ],
    [
      'nft_withdrawal (id, nft_id, member_id, status, fee_units, two_operators, hold_owner_id, network_id, address, cause, created_at, decided_at)',
      `SELECT ${uuid(KIND.item)}, ${uuid(KIND.item)}, ${probeOwner}, 9, 1, false, 300000000 + n, 5, 'a', 'other', now(), now() FROM ${of(members * 0.1)}`,
    ],
    [
      'swap_quote (id, member_id, from_wallet, to_wallet, amount_units, arrives_units, fee_units, from_price_units, to_price_units, spread_ppm, fee_ppm, at, expires_at, transfer_id)',
      `SELECT ${uuid(KIND.quote)}, ${probeOwner}, 1, 4, 1, 1, 0, 1, 1, 0, 0, ${at('1 minute')}, ${at('1 minute')} + interval '15 seconds', ${uuid(KIND.quote)} FROM ${of(members * 0.1)}`,
    ],
    [
      'command (actor, name, key, fingerprint, answer, at)',
      `SELECT 'member:' || (${probeOwner}), 'subscribe_miner', n, sha256('f'), jsonb_build_object('ok', n % 50 > 0, 'result', repeat('x', 200)), ${at('1 minute')} FROM ${of(members)}`,
    ],
    [
      // Older than what the bench itself does: its lines get numbers of the database.
      'audit (id, actor, action, subject, reason, detail, previous_hash, hash)',
      `SELECT -n, 'operator:a@x.org', 'ticket.reply', 'ticket:T' || n, 'r', '{}', sha256(n::text::bytea), sha256((n + 1)::text::bytea) FROM ${of(members * 0.1)}`,
    ],
    [
      'hold (owner_id, member_id, reason, state, deadline_at) OVERRIDING SYSTEM VALUE',
      `SELECT b * 100000000 + n, ${probeOwner}, 'x', 'taken', now() FROM unnest(ARRAY[1, 2, 3]) b, ${of(members * 0.1)}`,
    ],
    [
      'asset_network (wallet_id, network_id, decimals, min_deposit_units, min_withdraw_units, fee_units, daily_limit_units, two_operators_above_units)',
      'VALUES (1, 1, 6, 1, 1, 0, 1, 1)',
    ],
    [
      'settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at, open_devices)',
      'SELECT day, 0, 0, 0, 0, 1, 1, now(), 0 FROM settlement_day',
    ],
    ['settlement_summary', `SELECT day, 0, 0, 0, 0, 0, '[]' FROM settlement_day`],
    [
      'factor_change (member_id, kind, at)',
      `SELECT ${probeOwner}, 'password', ${at('1 minute')} FROM ${of(members * 0.1)}`,
    ],
  ];
};

/** What the clock alone writes: there is as much of it, however few members there are. Here it grows with them. */
const PRICES = (members: number): [string, string][] => {
  const at = (step: string): string => `timestamptz '${TODAY}' - n * interval '${step}'`;
  return [
    [
      'market_close (symbol, at, price_units, source, simulated)',
      `SELECT 'BTCUSDT', ${at('1 minute')}, 1, 's', false FROM ${of(members * 0.5)}`,
    ],
    [
      'wallet_price (wallet_id, at, price_units, source, simulated)',
      `SELECT 3, ${at('10 seconds')}, 1, 's', false FROM ${of(members * 2)}`,
    ],
    ['row_version (table_name, key, value, at)', `SELECT 'voucher', n, '[]', ${at('1 minute')} FROM ${of(members)}`],
  ];
};
