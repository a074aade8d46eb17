import pg from 'pg';
import type { Statement } from './statements.ts';
import { HOLE } from './text.ts';

/*
 * Asks the planner how it would run each statement in a database that has grown: every table but the few that stay small is said to hold
 * many million rows. A plan that reads one of them from end to end costs the more the longer the product lives, whatever its answer is.
 */

/** What people write by hand, or one row a day, hour or catalogue entry: reading all of it is right. Every other table grows. */
const STAYS_SMALL = new Set([
  'announcement',
  'asset_network',
  'balance_sheet',
  'banner',
  'blessing_prize',
  'blessing_seed',
  'blessing_table',
  'chain_cursor',
  'cold_movement',
  'cold_wallet',
  'community',
  'country',
  'database_mark',
  'deposit_key',
  'device_fleet',
  'expiry_floor',
  'fleet_site',
  'fleet_state',
  'house_cursor',
  'house_wallet',
  'ledger_day',
  'liquidity_change',
  'market_symbol',
  'miner_package',
  'miner_package_history',
  'network',
  'nft_category',
  'operator',
  'operator_invitation',
  'operator_proposal',
  'operator_recovery_code',
  'operator_session',
  'outbox',
  'payout_freeze',
  'payout_wallet',
  'pool_fee',
  'pool_payout',
  'rank',
  'reconciliation',
  'schema_migration',
  'setting',
  'settlement_alarm',
  'settlement_day',
  'settlement_figures',
  'settlement_range',
  'settlement_summary',
  'staking_type',
  'stock',
  'swap_pair',
  'wallet_type',
  'watched_table',
]);

/** Indexes of what waits for something to be done: to walk one is to read its answer. Indexes of any other part of a table are long like it. */
const OF_WHAT_WAITS = new Set([
  'chain_difference_open',
  'deposit_open',
  'device_simulated',
  'hold_open',
  'hold_open_member',
  'house_receipt_unbooked',
  'miner_order_place',
  'nft_withdrawal_pending',
  'nft_withdrawal_unsent',
  'payout_under_way',
  'payout_waiting',
  'staking_order_due',
  'withdrawal_open',
]);

/** `whole x: reason` in a comment of a statement: it reads all of table x, and why it may. */
const ALLOWED = /\/\* whole (\w+): [^*]+\*\//g;

const ROWS = 10_000_000;

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
};

/**
 * One line for each statement that reads a table which grows whole, `path:line: words`.
 * @param url of the owner of a database that nobody needs afterwards: its tables lose their constraints.
 */
export const checkGrowth = async (
  statements: readonly Pick<Statement, 'at' | 'sql'>[],
  url: string,
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await pretendGrown(client);
    const wrong: string[] = [];
    for (const { at, sql } of statements) {
      const plan = await planOf(client, sql);
      if (plan === null) continue;
      const allowed = new Set([...sql.matchAll(ALLOWED)].map(([, table]) => table!));
      const read = new Set(wholeReads(plan, false).map(tableOf));
      for (const table of read) if (!allowed.has(table)) wrong.push(`${at}: reads all of ${table}, which grows`);
      for (const table of allowed)
        if (!read.has(table)) wrong.push(`${at}: says that it reads all of ${table}, and does not`);
    }
    return wrong;
  } finally {
    await client.end();
  }
};

/** A table of one page that is said to hold many rows on it: what costs is the number of rows, and no index is too dear to be looked into. */
const pretendGrown = async (client: pg.Client): Promise<void> => {
  await client.query(`SET session_replication_role = replica; SET plan_cache_mode = force_generic_plan; SET jit = off;
    SET max_parallel_workers_per_gather = 0;
    SELECT ensure_device_minute_day(current_date)`);
  // One part of the ledger stands for all of its months: the one that takes whatever id a row gets.
  await client.query(`DO $$
    DECLARE part regclass;
    BEGIN
      FOR part IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
                   WHERE inhparent IN ('transfer'::regclass, 'posting'::regclass) AND c.relname NOT LIKE '%\\_rest'
      LOOP EXECUTE format('DROP TABLE %s CASCADE', part); END LOOP;
    END $$`);
  // Empty tables are planned as empty, whatever their statistics say, so each gets a row; none that the constraints would let in.
  await client.query(`DO $$
    DECLARE c record;
    BEGIN
      FOR c IN SELECT conrelid::regclass AS held, conname FROM pg_constraint
                WHERE connamespace = 'public'::regnamespace AND contype = 'c' AND conislocal AND coninhcount = 0
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', c.held, c.conname); END LOOP;
      FOR c IN SELECT attrelid::regclass AS held, attname, atttypid::regtype AS type FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
                WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
                  AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
      LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', c.held, c.attname, CASE c.type::text
             WHEN 'uuid' THEN 'gen_random_uuid()' WHEN 'date' THEN 'current_date' WHEN 'timestamp with time zone' THEN 'now()'
             WHEN 'jsonb' THEN '''{}''' WHEN 'boolean' THEN 'true' WHEN 'bytea' THEN '''''' WHEN 'inet' THEN '''::1''' WHEN 'text' THEN ''''''
             ELSE CASE WHEN c.type::text LIKE '%[]' THEN '''{}''' ELSE '1' END END); END LOOP;
      FOR c IN SELECT oid::regclass AS held FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'device_minute'
      LOOP EXECUTE format('INSERT INTO %s DEFAULT VALUES ON CONFLICT DO NOTHING', c.held); END LOOP;
    END $$`);
  await client.query('VACUUM');
  await client.query(
    `UPDATE pg_class SET relpages = greatest(relpages, 1), reltuples = CASE WHEN relkind = 'i' AND relpages > 2 THEN reltuples ELSE $2 END
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'i')
        AND NOT (oid IN (SELECT t.oid FROM pg_class t WHERE t.relname = ANY ($1)) OR oid IN (SELECT i.indexrelid FROM pg_index i WHERE i.indrelid IN (SELECT t.oid FROM pg_class t WHERE t.relname = ANY ($1))))`,
    [[...STAYS_SMALL], ROWS],
  );
  // What an index begins with has many values, each of a few rows; of the rest the planner thinks what it thinks of any column.
  await client.query(
    `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', t.relname::text, 'attname', a.attname::text, 'inherited', false,
              'null_frac', 0::real, 'avg_width', 8, 'n_distinct', (-0.1)::real)
       FROM (SELECT DISTINCT CASE WHEN indkey[0] = 0 THEN indexrelid ELSE indrelid END AS held, greatest(indkey[0], 1) AS attnum FROM pg_index) i
       JOIN pg_class t ON t.oid = i.held JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.attnum
      WHERE t.relnamespace = 'public'::regnamespace AND a.atttypid::regtype::text IN ('uuid', 'bigint', 'integer', 'text', 'bytea')`,
  );
};

/** How a statement would be run with any values; null of what is no question, or is not told whole by the source. */
const planOf = async (client: pg.Client, sql: string): Promise<Plan | null> => {
  const text = sql.replaceAll(HOLE, '');
  if (!/^\s*(\/\*.*?\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/s.test(text)) return null;
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    return rows[0]!['QUERY PLAN'][0]!.Plan;
  } catch (error) {
    if (sql.includes(HOLE)) return null;
    throw error;
  }
};

/** Relations that a plan reads from end to end. What ends early, under a limit, reads no more than it gives. */
const wholeReads = (plan: Plan, limited: boolean): string[] => {
  const kind = plan['Node Type'];
  const stops = (limited && !/Sort|Hash|Aggregate|Materialize|SetOp/.test(kind)) || kind === 'Limit';
  const found = (plan.Plans ?? []).flatMap((below) => wholeReads(below, stops));
  const relation = plan['Relation Name'];
  if (limited || relation === undefined || relation.startsWith('pg_') || STAYS_SMALL.has(relation)) return found;
  const walksIndex =
    /^Index (Only )?Scan$/.test(kind) && plan['Index Cond'] === undefined && !OF_WHAT_WAITS.has(plan['Index Name']!);
  return kind === 'Seq Scan' || walksIndex ? [...found, relation] : found;
};

const tableOf = (relation: string): string => relation.replace(/^(device_minute|transfer|posting)_(\d+|rest)$/, '$1');
