import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWrongRights } from './app-sign-in.ts';
import { createPool } from './pool.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Everything the app may change of rows that there are. A row that lives on may lose its history only where it stands here, so
 * a new entry is a decision: can whoever gets hold of the app's connection take something that is not theirs with it?
 */
const MAY_UPDATE: Record<string, string> = {
  account: 'balance',
  allocation: 'released_at',
  announcement: 'message, messages, title, titles, withdrawn_at, written',
  asset_network:
    'cold_above_units, contract, daily_limit_units, decimals, enabled_deposit, enabled_withdraw, fee_units, min_deposit_units, min_withdraw_units, sweep_from_units, two_operators_above_units',
  attempt: 'failures, locked_until, lockouts, seal, updated_at, version',
  banner: 'position, withdrawn_at',
  blessing_fulfilment: 'done_at, done_by, note',
  blessing_member_seed: 'chosen, seed, set_at',
  blessing_pack: 'opened_at',
  blessing_prize: 'enabled, gone, total, weight',
  blessing_seed: 'revealed_at, seed',
  chain_cursor: 'block_hash, block_number, head_number, read_at',
  chain_difference: 'acknowledged_at, acknowledged_by, ended_at, reason',
  coin_balance: 'at, block_number, explained, nonce, wei',
  cold_movement: 'address, approved_at, approved_by, ended_at, outcome, tx_hash',
  command: 'answer, at',
  community: 'name, payment_methods',
  country: 'calling_code, name, name_zh, shared_closed',
  deposit: 'credited_at, status, transfer_id',
  device:
    'exchanged_at, host, identity_at, mac, machine_serial, pool_worker, port, rated_ths, retired_at, same_as, site',
  device_minute: 'blind_s, covered_s, down_s, hashes',
  device_state: 'all',
  device_stock: 'free, in_stock',
  email_code: 'tries, used_at',
  expiry_floor: 'at',
  fleet_machine: 'closeness, measured, pool, rank, serial, site',
  hold: 'closed_at, state',
  house_balance: 'at, block_number, raw',
  house_cursor: 'block_number',
  house_receipt: 'transfer_id',
  integrity_check: 'at',
  ledger_day: 'sealed',
  liquidity_change: 'approved_by, transfer_id',
  long_work: 'done, ended_at, input, lines, outcome, total',
  member:
    'btapay_id, community_id, email, email_key, frozen_at, language, language_chosen, password_hash, pin_hash, rank_id',
  member_factor: 'end_seal, ended_at, step, step_for',
  member_figures: 'capital_units, direct_sales, direct_sponsor, foundation, group_sales, group_sponsor, legacy',
  passkey: 'counter, end_seal, ended_at, used_at',
  member_recovery_code: 'used_at, used_for',
  miner_order: 'activated_at, carry_pico_sat, ended_at, hold_owner_id, profit_balance_units, status, voucher_id',
  miner_package:
    'activation_fee_units, active, free_blessings, max_profit_units, name, price_units, roi_display_max_units, roi_display_units',
  network: 'confirmations, enabled_deposit, enabled_withdraw, explorer',
  nft: 'acquired_at, known_by, member_id, status',
  nft_withdrawal: 'cause, decided_at, first_approver, owner, owner_read_at, second_approver, status, tx_hash',
  one_use_link: 'used_at',
  notice: 'read_at',
  notice_choice: 'all',
  operator: 'disabled_at, password_hash, role, totp_secret, totp_step',
  operator_alarm: 'told_at',
  operator_invitation: 'used_at',
  operator_proposal: 'agreed, decided_at, decided_by, outcome',
  operator_recovery_code: 'used_at',
  operator_session: 'ended_at, last_used_at, stepped_up_at',
  outbox: 'all',
  payout:
    'block_number, cause, confirmed, nonce, not_before, refusals, sent_at, settled_at, status, tx_hash, waits_for',
  payout_attempt: 'broadcast_at',
  payout_freeze: 'known, lifted_at, lifted_by, reason',
  payout_wallet: 'next_nonce, retired_at',
  pool_fee: 'fee_ppm, set_at',
  push_subscription: 'all',
  rank: 'name, names',
  reconciliation: 'at, block_hash, block_number, differences, looked',
  refresh_token: 'rotated_at',
  session: 'ended_at, ended_reason, last_used_at, tokens_gone',
  setting: 'updated_at, value',
  settlement_day: 'state, updated_at',
  settlement_range: 'open_orders, orders, sat',
  settlement_summary: 'correction_sat, credited_sat, formula_sat, machines, outlying, unseen_devices',
  staking_order: 'ended_at, status',
  staking_type: 'active, max_units, name, name2, names2, term_days, wallet2_id, wallet_id',
  stock: 'shared_queue, total, used, waiting',
  swap_pair: 'enabled, fee_ppm, max_units, min_units, spread_ppm',
  swap_quote: 'transfer_id',
  ticket: 'assigned_to, awaits_us, closed_at, status, unread, updated_at',
  voucher: 'redeemed_at, redeemed_by, voided_at',
  wallet_type: 'price_at, price_simulated, price_source, price_units',
  withdrawal:
    'block_number, cause, changed_at, confirmed_by, decided_at, ended_at, first_approver, revision, second_approver, sent_at, sent_by, status, tx_hash',
};

/** Rows that are gone for good: work that is done, and what has run out. */
const MAY_DELETE = [
  'balance_sheet',
  'chain_block',
  'chain_cursor',
  'coin_balance',
  'email_code',
  'fleet_machine',
  'fleet_site',
  'house_cursor',
  'house_wallet',
  'notice',
  'one_use_link',
  'operator_session',
  'outbox',
  'push_subscription',
  'refresh_token',
  'session',
  'settlement_range',
  'team_delta',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query("SELECT ensure_device_minute_day('2026-11-20')");
});
afterAll(() => database.drop());

describe('the rights of the app', () => {
  it('to change rows are these columns and no others', async () => {
    const { rows } = await database.pool.query<{ name: string; columns: string; all: boolean }>(
      `SELECT c.relname AS name, string_agg(a.attname, ', ' ORDER BY a.attname) AS columns, bool_and(has_table_privilege('minerx_app', c.oid, 'UPDATE')) AS all
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND has_column_privilege('minerx_app', c.oid, a.attnum, 'UPDATE')
        GROUP BY c.relname ORDER BY c.relname`,
    );
    const may = Object.fromEntries(rows.map(({ name, columns, all }) => [name, all ? 'all' : columns]));
    // The partitions of a table are granted with it.
    expect(Object.fromEntries(Object.entries(may).filter(([name]) => !/_\d{8}$/.test(name)))).toEqual(MAY_UPDATE);
  });

  it('to delete rows are of these tables and no others', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND (has_table_privilege('minerx_app', oid, 'DELETE') OR has_table_privilege('minerx_app', oid, 'TRUNCATE')) ORDER BY relname`,
    );
    expect(rows.map(({ name }) => name)).toEqual(MAY_DELETE);
  });

  it.each([
    ['UPDATE voucher SET amount_units = amount_units * 10'],
    ['UPDATE voucher SET expires_at = NULL'],
    ['UPDATE miner_order SET max_profit_units = max_profit_units * 10'],
    ['UPDATE miner_order SET amount_units = 0'],
    ['UPDATE miner_order SET member_id = 1000'],
    ['UPDATE miner_order SET place = 0'],
    ['UPDATE settlement_day SET simulated = false'],
    ['UPDATE reward SET simulated = false'],
    ['UPDATE terms_acceptance SET version = 1'],
    ["UPDATE transfer SET reason = 'x'"],
    ['UPDATE account SET id = id + 16'],
    ['UPDATE hold SET member_id = 1000'],
    ["UPDATE hold SET deadline_at = now() + interval '10 years'"],
    ["UPDATE member SET username = 'me'"],
    ['UPDATE member SET sponsor_id = NULL'],
    ['UPDATE session SET member_id = 1000'],
    ["UPDATE one_use_link SET expires_at = now() + interval '1 day'"],
    ['UPDATE wallet_type SET precision = 0'],
    // What becomes of a payout and of a deposit is written when it becomes so, and looked up on the chain.
    ["INSERT INTO payout (id, tx_hash) VALUES (gen_random_uuid(), '0x')"],
    ['INSERT INTO deposit (id, status) VALUES (gen_random_uuid(), 1)'],
    ['UPDATE payout_attempt SET raw = raw'],
    ['UPDATE deposit_key SET child = 0'],
    ["UPDATE member SET username = 'thief'"],
    ["UPDATE member SET referral_code = 'thief'"],
    ['UPDATE wallet_price SET price_units = 1'],
    ["UPDATE operator_proposal SET proposed_by = 'x'"],
    ['UPDATE pool_payout SET reward_sat = reward_sat * 2'],
  ])('end before %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow('permission denied');
  });
});

/** An operator, a member, and what each has used up, as the owner writes them: without the members and operators that they are of. */
const USED_UP = `
  SET LOCAL session_replication_role = replica;
  INSERT INTO operator (id, email, name, role, password_hash, totp_secret, totp_step, created_at)
    VALUES ('00000000-0000-7000-8000-000000000001', 'o@example.com', 'O', 'admin', 'x#y', 'x', 9, now());
  INSERT INTO operator_recovery_code (operator_id, code_hash, used_at) SELECT id, 'x', now() FROM operator;
  INSERT INTO operator_session (token_hash, operator_id, device, address, created_at, last_used_at, stepped_up_at, ended_at)
    SELECT 'x', id, 'x', 'x', now(), now(), now(), now() FROM operator;
  INSERT INTO operator_invitation (token_hash, email, name, role, totp_secret, invited_by, created_at, expires_at, used_at)
    VALUES ('x', 'o@example.com', 'O', 'admin', 'x', 'x', now(), now() + interval '1 day', now());
  INSERT INTO member_factor (member_id, secret, step, created_at) VALUES (1, 'x', 9, now());
  INSERT INTO passkey (id, member_id, credential_id, public_key, name, counter, created_at, seal, ended_at, end_seal)
    VALUES ('00000000-0000-7000-8000-000000000001', 1, 'x', 'x', 'x', 9, now(), 'x', now(), 'x');
  INSERT INTO member_recovery_code (member_id, code_hash, used_at) VALUES (1, 'x', now());
  INSERT INTO email_code (email_key, purpose, code_hash, expires_at, tries, used_at) VALUES ('x', 'x', 'x', now(), 3, now());
  INSERT INTO one_use_link (token_hash, purpose, member_id, expires_at, used_at, seal) VALUES ('x', 'reset', 1, now(), now(), 'x');
  INSERT INTO session (id, member_id, transport, device, address, expires_at, ended_at)
    VALUES ('00000000-0000-7000-8000-000000000001', 1, 'body', 'x', 'x', now(), now());
  INSERT INTO refresh_token (token_hash, session_id, rotated_at) SELECT 'x', id, now() FROM session;
  SET LOCAL session_replication_role = origin`;

describe('the app', () => {
  it.each([
    ['UPDATE operator SET totp_step = 8'],
    ['UPDATE operator_recovery_code SET used_at = NULL'],
    ['UPDATE member_factor SET step = 8'],
    ['UPDATE passkey SET counter = 8'],
    ['UPDATE passkey SET ended_at = NULL, end_seal = NULL'],
    ['UPDATE member_recovery_code SET used_at = NULL'],
    ['UPDATE operator_invitation SET used_at = NULL'],
    ['UPDATE operator_session SET ended_at = NULL'],
    ['UPDATE email_code SET used_at = NULL'],
    ['UPDATE email_code SET tries = 0'],
    ['UPDATE one_use_link SET used_at = NULL'],
    ['UPDATE session SET ended_at = NULL'],
    ['UPDATE refresh_token SET rotated_at = NULL'],
  ])('makes nothing count again that counts once: %s', async (statement) => {
    const owner = createPool(database.ownerUrl, { max: 1 });
    try {
      await owner.query(`BEGIN; ${USED_UP}; SET LOCAL ROLE minerx_app`);
      await expect(owner.query(statement)).rejects.toThrow('stays so');
    } finally {
      await owner.query('ROLLBACK');
      await owner.end();
    }
  });

  it('makes no large objects', async () => {
    for (const call of ['lo_create(0)', "lo_from_bytea(0, 'x')", 'lo_creat(-1)', 'lo_unlink(1)'])
      await expect(database.pool.query(`SELECT ${call}`)).rejects.toThrow('permission denied');
  });

  it('gets room for the minutes of days that can be, and of no others', async () => {
    for (const day of ['2019-12-31', '2100-01-01', 'infinity', '-infinity', '4713-01-01 BC'])
      await expect(database.pool.query('SELECT ensure_device_minute_day($1)', [day])).rejects.toThrow(/no room/);
    await database.pool.query("SELECT ensure_device_minute_day('2099-12-31')");
  });
});

describe('settings that the app’s role gave itself', () => {
  it('are told at the next start', async () => {
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN; ALTER ROLE minerx_app SET work_mem = '1GB'");
      expect(await listWrongRights(client)).toEqual([expect.stringContaining('work_mem=1GB')]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('what works for the app with the owner’s rights', () => {
  it('and every trigger looks for its tables among temporary ones last', async () => {
    const { rows } = await database.pool.query<{ name: string; config: string[] | null }>(
      `SELECT proname AS name, proconfig AS config FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND (prosecdef OR prorettype = 'trigger'::regtype)`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ config }) => config?.join() !== 'search_path=pg_catalog, public, pg_temp')).toEqual([]);
  });

  it('cannot be made to run a stranger’s words by a table of the same name', async () => {
    const owner = createPool(database.ownerUrl, { max: 1 });
    const client = await database.pool.connect();
    try {
      // Even where everybody may make temporary tables, as in any new database.
      await owner.query(`GRANT TEMPORARY ON DATABASE "${new URL(database.ownerUrl).pathname.slice(1)}" TO PUBLIC`);
      await client.query(`BEGIN;
        CREATE TEMP TABLE watched_table (table_name text, key text, value text, filter text);
        CREATE TEMP TABLE row_version (table_name text, key text, value jsonb);
        GRANT ALL ON watched_table, row_version TO PUBLIC;
        INSERT INTO pg_temp.watched_table VALUES ('setting', 'r.key', 'to_jsonb(current_user::text)', 'true');
        INSERT INTO setting (key, value) VALUES ('theirs', '1')`);
      expect((await client.query('SELECT value FROM pg_temp.row_version')).rows).toEqual([]);
      const kept = await client.query("SELECT value FROM public.row_version WHERE key = 'theirs'");
      expect(kept.rows).toEqual([{ value: [1] }]);
    } finally {
      await client.query('ROLLBACK');
      client.release(true);
      await owner.end();
    }
  });
});

describe('the app role', () => {
  const history = [
    'transfer',
    'posting',
    'audit',
    'command',
    'reward',
    'wallet_price',
    'schema_migration',
    'database_mark',
  ];

  it.each(history)('cannot rewrite %s', async (table) => {
    await expect(database.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(database.pool.query(`TRUNCATE ${table}`)).rejects.toThrow('permission denied');
    const { rows } = await database.pool.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND is_identity = 'NO' LIMIT 1",
      [table],
    );
    const column = rows[0]?.column_name ?? '';
    await expect(database.pool.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow('permission denied');
  });

  // Where something goes, what it costs and what was committed to: said once.
  it.each([
    [
      'nft_withdrawal',
      ['nft_id', 'member_id', 'fee_units', 'hold_owner_id', 'network_id', 'address', 'two_operators', 'created_at'],
    ],
    ['nft', ['id', 'token', 'category_id']],
    ['deposit', ['member_id', 'wallet_id', 'address', 'tx_hash', 'block_hash', 'raw', 'units']],
    ['deposit_address', ['member_id', 'network_id', 'address', 'child']],
    ['blessing_prize', ['id', 'name', 'min_units', 'max_units', 'voucher_package_id']],
    ['email_code', ['email_key', 'purpose', 'code_hash', 'created_at', 'expires_at']],
    ['staking_order', ['member_id', 'wallet_id', 'amount_units', 'amount2_units', 'hold_owner_id', 'ends_at']],
    ['withdrawal_address', ['address', 'usable_at']],
    [
      'withdrawal',
      [
        'member_id',
        'wallet_id',
        'network_id',
        'amount_units',
        'fee_units',
        'hold_owner_id',
        'address',
        'two_operators',
        'created_at',
      ],
    ],
    ['settlement_day', ['segments', 'pool_fee_ppm', 'price_units', 'simulated']],
    ['settlement_figures', ['band_ppm', 'payout_numerator', 'payout_sat']],
    ['device_day', ['measured', 'filled', 'cut', 'pool_hashes']],
    ['pool_payout', ['reward_sat', 'source', 'transfer_id']],
    ['pool_worker_day', ['hashes']],
    ['device_minute', ['day', 'device_id', 'minute']],
  ])('cannot change of %s what was settled when it was made', async (table, columns) => {
    for (const column of columns)
      await expect(database.pool.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow(
        'permission denied',
      );
  });

  it('cannot note a migration as applied', async () => {
    await expect(database.pool.query("INSERT INTO schema_migration VALUES (999, 'x', 'x')")).rejects.toThrow(
      'permission denied',
    );
  });

  it('cannot say what the database is for', async () => {
    await expect(database.pool.query("INSERT INTO database_mark (purpose) VALUES ('production')")).rejects.toThrow(
      'permission denied',
    );
  });

  it('cannot make or drop tables', async () => {
    await expect(database.pool.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
    await expect(database.pool.query('DROP TABLE posting')).rejects.toThrow('must be owner');
  });

  it('makes the partition of a day through the one function for it', async () => {
    await database.pool.query("SELECT ensure_device_minute_day('2026-11-20'), ensure_device_minute_day('2026-11-20')");
    await database.pool.query("INSERT INTO device_minute VALUES ('2026-11-20', 1, 0, 5, 60, 0, 0)");
    const { rows } = await database.pool.query('SELECT day, hashes FROM device_minute');
    expect(rows).toEqual([{ day: '2026-11-20', hashes: 5n }]);
  });
});
