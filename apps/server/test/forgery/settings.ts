import { difficultyText } from '../../src/outside/network/difficulty.ts';
import type { Forgery } from './forgery.ts';

/** Bits of half the difficulty that the simulated chain has. */
const EASIER = '170395c4';

/** Ten times the price, as the app itself would write it. */
const forgedBtc = (at: string): string => `
  UPDATE wallet_type SET price_units = price_units * 10, price_at = ${at} WHERE id = 3;
  INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated)
    SELECT id, price_at, price_units, price_source, price_simulated FROM wallet_type WHERE id = 3`;

/** Of what operators have set, and of the log of what they did. */
export const SETTINGS: readonly Forgery[] = [
  { name: 'the price of a wallet', sql: `UPDATE wallet_type SET price_units = price_units * 2 WHERE id = 5` },
  {
    name: 'the price of a wallet, with its history',
    sql: `
      UPDATE wallet_type SET price_units = price_units * 2, price_at = now() WHERE id = 5;
      INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) SELECT id, price_at, price_units, price_source, false FROM wallet_type WHERE id = 5`,
  },
  {
    name: 'a price of BTC among those of a minute',
    sql: `
      INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated)
        SELECT wallet_id, at - interval '1 millisecond', price_units * 10, source, simulated FROM wallet_price WHERE wallet_id = 3 ORDER BY at DESC LIMIT 1`,
  },
  {
    name: 'a price of an operator in the past',
    sql: `UPDATE wallet_price SET price_units = price_units * 2 WHERE (wallet_id, at) = (SELECT wallet_id, at FROM wallet_price WHERE wallet_id = 10 AND source = 'operator' ORDER BY at LIMIT 1)`,
  },
  { name: 'the price of BTC', sql: `UPDATE wallet_type SET price_units = price_units / 1000 WHERE id = 3` },
  {
    name: 'that the price of BTC is simulated',
    soon: true,
    sql: `UPDATE wallet_type SET price_simulated = false WHERE id = 3`,
  },
  {
    name: 'a price of BTC, whose history ends with it',
    soon: true,
    sql: forgedBtc('now()'),
  },
  {
    name: 'a price of BTC that is to be fresh for longer',
    soon: true,
    sql: `${forgedBtc('now()')}; UPDATE wallet_type SET price_at = now() + interval '30 seconds' WHERE id = 3`,
  },
  {
    name: 'a price of BTC from the future, with its history',
    soon: true,
    sql: forgedBtc(`now() + interval '10 minutes'`),
  },
  {
    name: 'a price of BTC of no source',
    soon: true,
    sql: `UPDATE wallet_type SET price_units = price_units * 10, price_at = now(), price_source = 'none' WHERE id = 3`,
  },
  {
    name: 'a minute by which a forged price of BTC would be borne out',
    soon: true,
    sql: `
      INSERT INTO market_close (symbol, at, price_units, source, simulated, confirmed_by, confirmed_price_units)
        SELECT symbol, at + interval '1 minute', price_units * 10, source, simulated, confirmed_by, confirmed_price_units * 10
          FROM market_close WHERE symbol = 'BTCUSDT' ORDER BY at DESC LIMIT 1`,
  },
  {
    name: 'the believed tip of the chain, an easier one',
    soon: true,
    sql: `
      INSERT INTO setting (key, value)
        SELECT 'network_tip', jsonb_build_object('height', (segments -> -1 ->> 'height')::integer + 500, 'bits', '${EASIER}',
                 'difficulty', '${difficultyText(EASIER)}', 'at', to_char(day + 1, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'simulated', true)
          FROM settlement_day ORDER BY day DESC LIMIT 1
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  },
  { name: 'the fee of NFTs', sql: `UPDATE setting SET value = '"0"' WHERE key = 'nft_withdraw_fee'` },
  {
    name: 'which NFTs need two operators',
    sql: `INSERT INTO setting (key, value) VALUES ('nft_two_operators', '[]') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  },
  {
    name: 'the wait of addresses to come',
    sql: `UPDATE setting SET value = '0' WHERE key = 'withdrawal_address_hold_hours'`,
  },
  { name: 'a package', sql: `UPDATE miner_package SET max_profit_units = max_profit_units * 2 WHERE id = 1` },
  { name: 'the methods of a community', sql: `UPDATE community SET payment_methods = '3' WHERE id = 2` },
  { name: 'what withdrawing costs', sql: `UPDATE asset_network SET fee_units = 0 WHERE wallet_id = 1` },
  { name: 'whose token counts as the coin', sql: `UPDATE asset_network SET contract = '0xabc' WHERE wallet_id = 1` },
  { name: 'a network switched off', sql: `UPDATE network SET enabled_withdraw = false WHERE id = 2` },
  { name: 'the term of a staking type', sql: `UPDATE staking_type SET term_days = 1` },
];

/** A package changed without a word, and what would have to say who did it made to look otherwise. */
const hiding = (version: string): string => `
  UPDATE miner_package SET max_profit_units = max_profit_units * 2 WHERE id = 1;
  INSERT INTO row_version (table_name, key, value)
    SELECT table_name, key, value FROM watched_row WHERE table_name = 'miner_package' AND key = '1' AND current_setting('session_replication_role') = 'replica';
  ${version}`;
const NEWEST_VERSION = '(SELECT max(id) FROM row_version)';

/** Whose transaction a change was. */
export const WRITTEN: readonly Forgery[] = [
  {
    name: 'a change whose version has no transaction',
    sql: hiding(`UPDATE row_version SET tx = NULL WHERE id = ${NEWEST_VERSION}`),
  },
  {
    name: 'a change whose version is said to be of a migration',
    // In a house that has lived for a day.
    sql: `
      UPDATE schema_migration SET applied_at = applied_at - interval '1 day';
      UPDATE row_version SET at = at - interval '1 day' WHERE tx IS NULL;
      ${hiding(`UPDATE row_version SET tx = NULL, at = (SELECT max(applied_at) FROM schema_migration) WHERE id = ${NEWEST_VERSION}`)}`,
  },
  {
    name: 'a change whose version is said to be of another transaction',
    sql: hiding(`UPDATE row_version SET tx = (SELECT tx FROM audit ORDER BY id LIMIT 1) WHERE id = ${NEWEST_VERSION}`),
  },
  {
    name: 'a change that a line of the audit log is made to vouch for',
    sql: hiding(
      `UPDATE audit SET tx = pg_current_xact_id()::text::bigint, written_at = now() WHERE id = (SELECT max(id) - 1 FROM audit)`,
    ),
  },
  {
    name: 'a change that a line of the audit log without a time is made to vouch for',
    sql: hiding(
      `UPDATE audit SET tx = pg_current_xact_id()::text::bigint, written_at = NULL WHERE id = (SELECT max(id) - 1 FROM audit)`,
    ),
  },
];

export const AUDIT: readonly Forgery[] = [
  { name: 'a line of the audit log', sql: `UPDATE audit SET reason = 'nothing' WHERE id = 3` },
  { name: 'a line of the audit log taken out', sql: `DELETE FROM audit WHERE id = 5` },
  { name: 'the end of the audit log', sql: `DELETE FROM audit WHERE id > (SELECT max(id) - 3 FROM audit)` },
  { name: 'the whole audit log', sql: `DELETE FROM audit` },
];
