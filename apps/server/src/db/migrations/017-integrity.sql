-- What the integrity check compares with: what an order was sold by, what it was granted and activated by, and every version of
-- the rows that decide about money. All of it is written by triggers, so that no way of writing can forget it, and nobody but
-- the owner may write it otherwise.

-- Rows written in one transaction carry its number: a change and the line of the audit log that tells of it.
-- The audit log counts without gaps: whoever appends holds its lock, so the next number is the last one and one.
ALTER TABLE audit ALTER COLUMN id DROP IDENTITY;
UPDATE audit SET id = -r.number FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM audit) r WHERE audit.id = r.id;
UPDATE audit SET id = -id;
ALTER TABLE audit ADD COLUMN tx bigint;
ALTER TABLE audit ALTER COLUMN tx SET DEFAULT pg_current_xact_id()::text::bigint;
CREATE INDEX audit_action ON audit (action, subject);
CREATE INDEX audit_tx ON audit (tx);
ALTER TABLE factor_change ADD COLUMN tx bigint;
ALTER TABLE factor_change ALTER COLUMN tx SET DEFAULT pg_current_xact_id()::text::bigint;

-- Which stored answer a transfer belongs to: "actor name key".
ALTER TABLE transfer ADD COLUMN answered text;
CREATE INDEX transfer_adjustment ON transfer (id) WHERE kind IN ('credit', 'debit');

-- Orders -----------------------------------------------------------------------------------------------------------

-- What an order was sold by. `package_*` is what the package said in that moment.
CREATE TABLE order_terms (
  order_id                 uuid PRIMARY KEY,
  member_id                bigint NOT NULL,
  package_id               smallint NOT NULL,
  amount_units             bigint NOT NULL,
  max_profit_units         bigint NOT NULL,
  voucher_id               uuid,
  package_amount_units     bigint NOT NULL,   -- price × quantity: one unit
  package_max_profit_units bigint NOT NULL,
  activation_fee_units     bigint NOT NULL,   -- USDT
  tx                       bigint DEFAULT pg_current_xact_id()::text::bigint
);

-- The moment at which an order left the line, or was placed at once, and how many Raya Blessings it grants then.
CREATE TABLE order_placement (
  order_id uuid PRIMARY KEY,
  packs    smallint NOT NULL,
  tx       bigint DEFAULT pg_current_xact_id()::text::bigint
);

-- The moment at which an order went live: once. The fee and the price of AOGTD of then.
CREATE TABLE order_activation (
  order_id             uuid PRIMARY KEY,
  activated_at         timestamptz NOT NULL,
  activation_fee_units bigint NOT NULL,       -- USDT
  price_units          bigint NOT NULL,       -- AOGTD for a dollar
  tx                   bigint DEFAULT pg_current_xact_id()::text::bigint
);

CREATE FUNCTION keep_new_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO order_terms (order_id, member_id, package_id, amount_units, max_profit_units, voucher_id, package_amount_units,
                           package_max_profit_units, activation_fee_units)
    SELECT o.id, o.member_id, o.package_id, o.amount_units, o.max_profit_units, o.voucher_id, p.price_units * p.quantity,
           p.max_profit_units, p.activation_fee_units
      FROM added o JOIN miner_package p ON p.id = o.package_id;
  INSERT INTO order_placement (order_id, packs)
    SELECT o.id, CASE WHEN o.voucher_id IS NULL THEN p.free_blessings ELSE 0 END
      FROM added o JOIN miner_package p ON p.id = o.package_id WHERE o.status NOT IN (6, 10);
  INSERT INTO order_activation (order_id, activated_at, activation_fee_units, price_units)
    SELECT o.id, o.activated_at, p.activation_fee_units, coalesce((SELECT price_units FROM wallet_type WHERE id = 2), 0)
      FROM added o JOIN miner_package p ON p.id = o.package_id WHERE o.activated_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER new_orders_are_kept AFTER INSERT ON miner_order
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_new_orders();

CREATE FUNCTION keep_order_placement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO order_placement (order_id, packs)
    SELECT NEW.id, CASE WHEN NEW.voucher_id IS NULL THEN p.free_blessings ELSE 0 END FROM miner_package p WHERE p.id = NEW.package_id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_placement_is_kept AFTER UPDATE OF status ON miner_order
  FOR EACH ROW WHEN (OLD.status = 6 AND NEW.status NOT IN (6, 10)) EXECUTE FUNCTION keep_order_placement();

-- A second activation breaks the primary key: the database refuses it.
CREATE FUNCTION keep_order_activation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO order_activation (order_id, activated_at, activation_fee_units, price_units)
    SELECT NEW.id, NEW.activated_at, p.activation_fee_units, coalesce((SELECT price_units FROM wallet_type WHERE id = 2), 0)
      FROM miner_package p WHERE p.id = NEW.package_id AND NEW.activated_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER order_activation_is_kept AFTER UPDATE OF activated_at ON miner_order
  FOR EACH ROW WHEN (OLD.activated_at IS DISTINCT FROM NEW.activated_at) EXECUTE FUNCTION keep_order_activation();

-- Orders from before this file: by what they say themselves, and what their transfers took. `tx` is null for them.
INSERT INTO order_terms
  SELECT o.id, o.member_id, o.package_id, o.amount_units, o.max_profit_units, o.voucher_id, o.amount_units, o.max_profit_units,
         p.activation_fee_units, NULL
    FROM miner_order o JOIN miner_package p ON p.id = o.package_id;
INSERT INTO order_placement
  SELECT o.id, (SELECT count(*) FROM blessing_pack b WHERE b.order_id = o.id), NULL FROM miner_order o WHERE o.status NOT IN (6, 10);
-- A price at which the fee is what was taken; at an even hundred dollars a unit of it is a unit of the price.
INSERT INTO order_activation
  SELECT o.id, o.activated_at, CASE WHEN a.units IS NULL THEN 0 ELSE 100000000 END, coalesce(a.units, 0), NULL
    FROM miner_order o
    LEFT JOIN (SELECT t.order_id, sum(p.amount)::bigint AS units FROM transfer t JOIN posting p ON p.transfer_id = t.id
                WHERE t.kind = 'activation' GROUP BY 1) a ON a.order_id = o.id
   WHERE o.activated_at IS NOT NULL;

-- Versions ---------------------------------------------------------------------------------------------------------

-- Every version of the columns of a row that decide about money. Secrets stand here as a digest of what is kept of them.
CREATE TABLE row_version (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name text NOT NULL,
  key        text NOT NULL,
  value      jsonb NOT NULL,
  tx         bigint DEFAULT pg_current_xact_id()::text::bigint,
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX row_version_newest ON row_version (table_name, key, id DESC);

-- What is watched, in terms of a row `r`. `filter` leaves out rows that only the program itself writes.
CREATE TABLE watched_table (
  table_name text PRIMARY KEY,
  key        text NOT NULL,
  value      text NOT NULL,
  filter     text NOT NULL
);

-- One version for each row that a statement wrote and changed in what is watched.
CREATE FUNCTION keep_new_versions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE watched watched_table := (SELECT w FROM watched_table w WHERE w.table_name = TG_TABLE_NAME);
BEGIN
  EXECUTE format('INSERT INTO row_version (table_name, key, value) SELECT %L, %s, %s FROM written r WHERE %s',
                 watched.table_name, watched.key, watched.value, watched.filter);
  RETURN NULL;
END $$;
CREATE FUNCTION keep_changed_versions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE watched watched_table := (SELECT w FROM watched_table w WHERE w.table_name = TG_TABLE_NAME);
BEGIN
  EXECUTE format('INSERT INTO row_version (table_name, key, value)
                    SELECT %1$L, n.key, n.value FROM (SELECT %2$s AS key, %3$s AS value FROM written r WHERE %4$s) n
                      LEFT JOIN (SELECT %2$s AS key, %3$s AS value FROM replaced r) o ON o.key = n.key WHERE n.value IS DISTINCT FROM o.value',
                 watched.table_name, watched.key, watched.value, watched.filter);
  RETURN NULL;
END $$;

-- Watches a table, or watches more of it: for this file and later ones. Rows that are there get a version without a transaction.
CREATE FUNCTION watch_rows(name text, row_key text, row_value text, row_filter text DEFAULT 'true') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO watched_table VALUES (name, row_key, row_value, row_filter)
    ON CONFLICT (table_name) DO UPDATE SET key = excluded.key, value = excluded.value, filter = excluded.filter;
  EXECUTE format('CREATE OR REPLACE TRIGGER new_versions_are_kept AFTER INSERT ON %I
                    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_new_versions()', name);
  EXECUTE format('CREATE OR REPLACE TRIGGER changed_versions_are_kept AFTER UPDATE ON %I
                    REFERENCING NEW TABLE AS written OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_versions()', name);
  EXECUTE (SELECT 'CREATE OR REPLACE VIEW watched_row AS '
             || string_agg(format('SELECT %L AS table_name, %s AS key, %s AS value FROM %I r WHERE %s', w.table_name, w.key, w.value, w.table_name, w.filter),
                           ' UNION ALL ' ORDER BY w.table_name) FROM watched_table w);
  INSERT INTO row_version (table_name, key, value, tx)
    SELECT w.table_name, w.key, w.value, NULL FROM watched_row w
      LEFT JOIN (SELECT DISTINCT ON (v.key) v.key, v.value FROM row_version v WHERE v.table_name = name ORDER BY v.key, v.id DESC) v ON v.key = w.key
     WHERE w.table_name = name AND w.value IS DISTINCT FROM v.value;
END $$;

SELECT watch_rows('member', 'r.id::text', $$jsonb_build_array(encode(sha256(convert_to(r.password_hash, 'UTF8')), 'hex'),
  encode(sha256(convert_to(r.pin_hash, 'UTF8')), 'hex'), r.frozen_at, r.email, r.email_key, r.country_id, r.community_id, r.btapay_id)$$);
-- The chain's tip and the marks of the database are the program's own.
SELECT watch_rows('setting', 'r.key', 'jsonb_build_array(r.value)', $$r.key NOT IN ('network_tip', 'demo_seeded')$$);
SELECT watch_rows('community', 'r.id::text', 'jsonb_build_array(r.payment_methods)');
SELECT watch_rows('miner_package', 'r.id::text',
  'jsonb_build_array(r.price_units, r.quantity, r.max_profit_units, r.activation_fee_units, r.free_blessings, r.active)');
SELECT watch_rows('staking_type', 'r.id::text', 'jsonb_build_array(r.wallet_id, r.wallet2_id, r.max_units, r.term_days, r.active)');
SELECT watch_rows('blessing_prize', 'r.id::text',
  'jsonb_build_array(r.name, r.min_units, r.max_units, r.weight, r.total, r.voucher_package_id, r.enabled)');
-- What is settled when the row is made and never changes.
SELECT watch_rows('blessing_deck', 'r.pack_id::text', $$jsonb_build_array(encode(r.commitment, 'hex'))$$);
SELECT watch_rows('voucher', 'r.id::text', $$jsonb_build_array(encode(r.code_hash, 'hex'), r.package_id, r.amount_units, r.expires_at)$$);
SELECT watch_rows('hold', 'r.owner_id::text', 'jsonb_build_array(r.member_id, r.reason, r.deadline_at)');
SELECT watch_rows('staking_order', 'r.id::text',
  'jsonb_build_array(r.member_id, r.type_id, r.wallet_id, r.wallet2_id, r.amount_units, r.amount2_units, r.hold_owner_id, r.ends_at)');
SELECT watch_rows('nft_withdrawal', 'r.id::text', 'jsonb_build_array(r.nft_id, r.member_id, r.fee_units, r.hold_owner_id, r.network, r.address)');
SELECT watch_rows('settlement_day', 'r.day::text', 'jsonb_build_array(r.segments, r.pool_fee_ppm, r.price_units, r.price_at)');

GRANT SELECT ON order_terms, order_placement, order_activation, row_version, watched_row TO minerx_app;

-- Payouts ----------------------------------------------------------------------------------------------------------

-- From a broken equation until an operator lifts it. `violations`: how many, by equation, when it began; `known`: when it was
-- lifted. Only what is more than known freezes again.
CREATE TABLE payout_freeze (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  frozen_at  timestamptz NOT NULL,
  violations jsonb NOT NULL,
  lifted_at  timestamptz,
  lifted_by  text,
  reason     text,
  known      jsonb,
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL) AND (lifted_at IS NULL) = (reason IS NULL) AND (lifted_at IS NULL) = (known IS NULL))
);
CREATE UNIQUE INDEX payout_freeze_open ON payout_freeze ((true)) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT ON payout_freeze TO minerx_app;
GRANT UPDATE (lifted_at, lifted_by, reason, known) ON payout_freeze TO minerx_app;

-- Prices -----------------------------------------------------------------------------------------------------------

-- From here on each price that the BTC wallet takes stays in the history. Before, one a minute did: the one of now, and those
-- that picks were paid by, come from the rows that used them.
INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated)
  SELECT id, price_at, price_units, price_source, price_simulated FROM wallet_type WHERE price_source <> 'none' ON CONFLICT DO NOTHING;
INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated)
  SELECT k.wallet_id, k.picked_at - interval '1 second', k.price_units, 'pick', false FROM blessing_pick k WHERE k.wallet_id = 3 ON CONFLICT DO NOTHING;
