import pg from 'pg';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { MEMBER_HOUSE } from '../../../apps/server/src/modules/member/member.ledger.ts';
import { DEPOSIT_STATUS } from '../../../packages/rules/src/wallet/deposit.ts';
import { NFT_WITHDRAWAL_STATUS } from '../../../packages/rules/src/nft/nft-status.ts';
import { TICKET_CLOSED, TICKET_OPEN } from '../../../packages/rules/src/member/ticket.ts';
import { WITHDRAWAL_STATUS } from '../../../packages/rules/src/withdrawal/withdrawal.ts';
import { administer, fillReference } from '../api/purchase-world.ts';
import { KIND, PROBE, TODAY, uuid } from './grown-world.ts';

/** One row of a hundred is this member's, of the ledger and the orders every one; nothing at all is the next one's. */
const HEAVY = PROBE;
const VOUCHERS_OF_A_BATCH = 1000;

const OWNER = `CASE WHEN n % 100 = 0 THEN ${HEAVY} ELSE ${HEAVY} + 2 + n % 500 END`;
/** The n-th of a thing happened a second after the one before. */
const at = (n = 'n'): string => `timestamptz '${TODAY}' - interval '400 days' + ${n} * interval '1 second'`;

type Filled = readonly [table: string, rows: string];

/**
 * A database in which every table behind a list of the console has as many rows, past triggers and checks. Spread as lists like it least:
 * of each state there is plenty but of one, whose few rows lie at the far end; whole stretches of machines are silent; of the lines of
 * the audit log most are of three people and of a few actions.
 */
export const makeListWorld = async (clusterUrl: string, name: string, rows: number): Promise<string> => {
  await administer(clusterUrl, `CREATE DATABASE ${name}`);
  const address = new URL(clusterUrl);
  address.pathname = `/${name}`;
  await migrate(address.href);
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await fillReference(client);
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    for (const [table, text] of [...people(rows), ...leaving(rows), ...prizes(rows), ...fleet(rows), ...told(rows)]) {
      await dropChecks(client, table.split(' ')[0]!);
      await client.query(`INSERT INTO ${table} ${text}`);
    }
    await client.query(`SELECT setval(pg_get_serial_sequence('audit', 'id'), $1)`, [rows]);
    await client.query('SET session_replication_role = origin');
    await client.query('VACUUM (FREEZE, ANALYZE)');
  } finally {
    await client.end();
  }
  return address.href;
};

/** The collection has ten thousand items, each once; here an item is of many. */
const dropChecks = async (client: pg.Client, table: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(conname) AS name FROM pg_constraint WHERE conrelid = $1::regclass AND (contype = 'c' OR conname = 'nft_token_key')`,
    [table],
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
};

const of = (count: number): string => `generate_series(1, ${Math.ceil(count)}) n`;
/** All that came before the last three is of one of the common states; those three are of the rare one. */
const state = (rows: number, common: readonly number[], rare: number): string =>
  `CASE WHEN n > ${rows - 3} THEN ${rare} ELSE (ARRAY[${common}])[1 + n % ${common.length}] END`;

const people = (rows: number): Filled[] => [
  [
    // The oldest hundredth begins otherwise than all that came after.
    'member (id, username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash)',
    `SELECT ${HEAVY} - 1 + n, p || n, CASE WHEN n % 2 = 0 THEN 'Ann ' ELSE 'Bob ' END || n, p || n || '@x.org', p || n || '@x.org', '+60', 132, 'R' || n, 'x', 'x'
       FROM (SELECT n, CASE WHEN n <= ${rows / 100} THEN 'old' ELSE 'new' END AS p FROM ${of(rows)}) m`,
  ],
  ['account (id, balance)', `VALUES (${HEAVY} * 16 + 1, ${rows}), (${HEAVY} * 16 + 3, 0), (${HEAVY} * 16 + 4, 0)`],
  [
    'miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at, created_at)',
    `SELECT ${uuid(KIND.order)}, 'N' || n, 'S' || n, ${HEAVY}, 1, 1, 1, 2, 1, ${at()}, ${at()} FROM ${of(rows)}`,
  ],
  ['transfer (id, kind, member_id, at)', `SELECT ${uuid(KIND.transfer)}, 'credit', ${HEAVY}, ${at()} FROM ${of(rows)}`],
  [
    'posting (transfer_id, position, wallet_id, source, destination, amount)',
    `SELECT ${uuid(KIND.transfer)}, 0, 1, ${MEMBER_HOUSE.ADJUSTMENTS} * 16 + 1, ${HEAVY} * 16 + 1, 1 FROM ${of(rows)}`,
  ],
  [
    'ticket (id, number, member_id, category, status, awaits_us, assigned_to, created_at, updated_at, closed_at)',
    `SELECT ${uuid(KIND.ticket)}, 'T' || n, ${OWNER}, 1, s, n % 4 = 2, CASE WHEN n % 3 = 0 THEN 'operator:other@x.org' END, ${at()}, ${at()}, CASE WHEN s = ${TICKET_CLOSED} THEN ${at()} END
       FROM (SELECT n, CASE WHEN n % 4 < 2 THEN ${TICKET_CLOSED} ELSE ${TICKET_OPEN} END AS s FROM ${of(rows)}) t`,
  ],
  [
    'ticket_message (id, ticket_id, message, created_at)',
    `SELECT ${uuid(KIND.ticket)}, ${uuid(KIND.ticket)}, 'Question', ${at()} FROM ${of(rows)}`,
  ],
];

const leaving = (rows: number): Filled[] => {
  const { UNDER_REVIEW, APPROVED, SENT, CONFIRMED, ERRORED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;
  const { SEEN, KEPT, CREDITED, ORPHANED } = DEPOSIT_STATUS;
  return [
    [
      'asset_network (wallet_id, network_id, decimals, min_deposit_units, min_withdraw_units, fee_units, daily_limit_units, two_operators_above_units)',
      'VALUES (1, 1, 6, 1, 1, 0, 1, 1)',
    ],
    [
      'hold (owner_id, member_id, reason, deadline_at) OVERRIDING SYSTEM VALUE',
      `SELECT ${rows} * 10 + n, ${HEAVY}, 'x', now() FROM ${of(rows * 2)}`,
    ],
    [
      'withdrawal (id, member_id, wallet_id, network_id, status, revision, amount_units, fee_units, hold_owner_id, address, two_operators, created_at, changed_at)',
      `SELECT ${uuid(KIND.withdrawal)}, ${OWNER}, 1, 1, ${state(rows, [UNDER_REVIEW, APPROVED, SENT, CONFIRMED, CANCELLED, REJECTED], ERRORED)}, 1, 1, 0, ${rows} * 10 + n, 'a', false, ${at()}, ${at()} FROM ${of(rows)}`,
    ],
    [
      'nft (id, token, category_id, member_id, status, acquired_at)',
      `SELECT ${uuid(KIND.item)}, 1 + n % 11000, 1, ${OWNER}, 1, ${at()} FROM ${of(rows)}`,
    ],
    [
      'nft_withdrawal (id, nft_id, member_id, status, fee_units, hold_owner_id, network_id, address, two_operators, created_at)',
      `SELECT ${uuid(KIND.item)}, ${uuid(KIND.item)}, ${OWNER}, ${state(rows, [NFT_WITHDRAWAL_STATUS.PENDING, NFT_WITHDRAWAL_STATUS.CANCELLED, NFT_WITHDRAWAL_STATUS.REJECTED], NFT_WITHDRAWAL_STATUS.APPROVED)}, 1, ${rows} * 11 + n, 5, 'a', false, ${at()} FROM ${of(rows)}`,
    ],
    [
      'deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, status, seen_at)',
      `SELECT ${uuid(KIND.deposit)}, ${OWNER}, 1, 1, 'a' || n, lpad(to_hex(n), 64, '0'), 0, n, 'b' || n, 1, 1, ${state(rows, [SEEN, CREDITED, CREDITED, ORPHANED], KEPT)}, ${at()} FROM ${of(rows)}`,
    ],
  ];
};

const prizes = (rows: number): Filled[] => [
  [
    'blessing_pick (pack_id, position, member_id, picked_at)',
    `SELECT ${uuid(KIND.pack)}, 1, ${OWNER}, ${at()} FROM ${of(rows)}`,
  ],
  [
    'blessing_prize (id, name, min_units, max_units, weight)',
    `VALUES (1, 'Prize', 100000000, 100000000, 1) ON CONFLICT DO NOTHING`,
  ],
  ['blessing_card (pack_id, position, prize_id, amount_units)', `SELECT ${uuid(KIND.pack)}, 1, 1, 1 FROM ${of(rows)}`],
  [
    'blessing_fulfilment (pack_id, created_at, done_at, done_by)',
    `SELECT ${uuid(KIND.pack)}, ${at()}, CASE WHEN n % 2 = 0 THEN ${at()} END, CASE WHEN n % 2 = 0 THEN 'operator:a@x.org' END FROM ${of(rows)}`,
  ],
  [
    'voucher (id, code_hash, package_id, amount_units, created_at, redeemed_at, redeemed_by, batch)',
    `SELECT ${uuid(KIND.voucher)}, sha256(n::text::bytea), 3, 1, ${at()}, CASE WHEN n % 2 = 0 THEN ${at()} END, CASE WHEN n % 2 = 0 THEN ${OWNER} END, ${rows} - 20 * ((n - 1) / ${VOUCHERS_OF_A_BATCH}) - 7 FROM ${of(rows)}`,
  ],
];

/** Machines of two halls; the second, whose serials come last, has been dark since last night. */
const fleet = (rows: number): Filled[] => {
  const isDark = `n > ${rows * 0.9}`;
  return [
    [
      'device (id, serial, line, host, port, simulated, site) OVERRIDING SYSTEM VALUE',
      `SELECT n, 'D' || lpad(n::text, 8, '0'), 'x1', 'h' || n / 50000, n % 60000 + 1, false, CASE WHEN ${isDark} THEN 'North' ELSE 'South' END FROM ${of(rows)}`,
    ],
    ['device_state (device_id, connected, hashrate_ths)', `SELECT n, NOT ${isDark}, 100 FROM ${of(rows)}`],
    ['device_stock (device_id, line, free, in_stock)', `SELECT n, 'x1', n > ${rows - 3}, true FROM ${of(rows)}`],
    [
      'settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated)',
      `SELECT '${TODAY}'::date - n, 'settled', '[]', 0, 1, now(), false FROM generate_series(2, ${Math.min(rows, 7000) + 1}) n`,
    ],
    [
      'settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at, open_devices)',
      'SELECT day, 0, 0, 0, 0, 1, 1, now(), 0 FROM settlement_day',
    ],
    [
      // Each is measured by its own bit above the pool; of one in a thousand the pool saw nothing.
      'device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)',
      `SELECT '${TODAY}'::date - 2, n, 0, 0, 6e18 + n * 1e12, 0, 0, 0, CASE WHEN n % 1000 > 0 THEN 6e18 END, 0, now() FROM ${of(rows)}`,
    ],
  ];
};

const told = (rows: number): Filled[] => {
  const batch = `(${rows} - n) / 20`;
  const ids = `(SELECT jsonb_agg(${uuid(KIND.voucher, 'v')}) FROM generate_series(${batch} * ${VOUCHERS_OF_A_BATCH} + 1, (${batch} + 1) * ${VOUCHERS_OF_A_BATCH}) v)`;
  const price = `jsonb_build_object('before', jsonb_build_object('priceUnits', n, 'activationFeeUnits', n / 400), 'after', jsonb_build_object('priceUnits', n + 20, 'activationFeeUnits', (n + 20) / 400))`;
  const country = `jsonb_build_object('before', jsonb_build_object('name', n), 'after', jsonb_build_object('name', n + 20))`;
  return [
    [
      'announcement (id, title, titles, message, messages, published_at)',
      `SELECT ${uuid(KIND.notice)}, 'Title', '{}', 'Text', '{}', ${at()} FROM ${of(rows)}`,
    ],
    [
      'outbox (topic, payload, not_before, given_up_at, attempts)',
      `SELECT 'mail', '{"template":"x"}', ${at()}, ${at()}, 9 FROM ${of(rows)}`,
    ],
    [
      'audit (id, at, actor, action, subject, reason, detail, previous_hash, hash) OVERRIDING SYSTEM VALUE',
      `SELECT n, ${at()}, actor, action, subject, 'r', detail, sha256(n::text::bytea), sha256((n + 1)::text::bytea)
         FROM (SELECT n, k.*, CASE k.action
                        WHEN 'voucher.create' THEN jsonb_build_object('package', 3, 'amount', '1', 'ids', CASE WHEN ${batch} < ${rows / VOUCHERS_OF_A_BATCH} THEN ${ids} ELSE '[]' END)
                        WHEN 'package.set' THEN ${price} WHEN 'country.set' THEN ${country} ELSE '{}' END AS detail
                 FROM ${of(rows)} CROSS JOIN LATERAL (SELECT * FROM (VALUES
                   (0, 9, 'operator:a@x.org', 'operator.look', 'member list'), (10, 13, 'operator:b@x.org', 'package.set', 'package:1'),
                   (14, 15, 'operator:b@x.org', 'country.set', 'country:132'), (16, 16, 'operator:b@x.org', 'voucher.create', 'package:3'),
                   (17, 17, 'operator:c@x.org', 'operator.look', 'audit list'), (18, 19, 'member:' || n % 5000, 'security.event', 'member:' || n % 5000)
                 ) v (first, last, actor, action, subject) WHERE (n + 3) % 20 BETWEEN first AND last) k) a`,
    ],
  ];
};
