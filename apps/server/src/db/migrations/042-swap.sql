-- Changing one wallet into another. From owner 900 on the house keeps balances too: what it has to give may not go below zero.
ALTER TABLE account DROP CONSTRAINT account_balance_kept_for_owners;
ALTER TABLE account ADD CONSTRAINT account_balance_kept_for_owners CHECK ((balance IS NULL) = (account_owner(id) < 900));
INSERT INTO account (id, balance) SELECT account_of(900, wallet), 0 FROM generate_series(1, 11) AS wallet;

-- Operators' rows. RW (5) is never sold.
CREATE TABLE swap_pair (
  from_wallet smallint NOT NULL CHECK (from_wallet <> 5),
  to_wallet   smallint NOT NULL CHECK (to_wallet <> from_wallet),
  spread_ppm  integer  NOT NULL CHECK (spread_ppm BETWEEN 0 AND 500000),
  fee_ppm     integer  NOT NULL CHECK (fee_ppm BETWEEN 0 AND 500000),
  min_units   bigint   NOT NULL CHECK (min_units > 0),                  -- of from_wallet
  max_units   bigint   NOT NULL CHECK (max_units >= min_units),
  enabled     boolean  NOT NULL,
  PRIMARY KEY (from_wallet, to_wallet)
);
INSERT INTO swap_pair VALUES
  (1, 4, 5000, 0, 100000000, 5000000000000, true),      -- USDT to CW, 1 to 50 000
  (1, 2, 5000, 0, 100000000, 1000000000000, true),      -- USDT to AOGTD, 1 to 10 000
  (3, 1, 5000, 0, 10000, 100000000, true),              -- BTC to USDT, 0.0001 to 1
  (1, 3, 5000, 0, 1000000000, 5000000000000, true),     -- USDT to BTC, 10 to 50 000
  (4, 1, 5000, 0, 100000000, 1000000000000, true),      -- CW to USDT, 1 to 10 000
  (10, 1, 5000, 0, 100000000, 1000000000000, true);     -- AOG to USDT, 1 to 10 000
GRANT SELECT, INSERT ON swap_pair TO minerx_app;
GRANT UPDATE (spread_ppm, fee_ppm, min_units, max_units, enabled) ON swap_pair TO minerx_app;
SELECT watch_rows('swap_pair', $$r.from_wallet || '/' || r.to_wallet$$, 'jsonb_build_array(r.spread_ppm, r.fee_ppm, r.min_units, r.max_units, r.enabled)');
GRANT SELECT ON watched_row TO minerx_app;

-- What a member was promised, for a few seconds. Taken once: by the transfer that it names then.
CREATE TABLE swap_quote (
  id               uuid PRIMARY KEY,
  member_id        bigint   NOT NULL REFERENCES member,
  from_wallet      smallint NOT NULL,
  to_wallet        smallint NOT NULL CHECK (to_wallet <> from_wallet),
  amount_units     bigint   NOT NULL CHECK (amount_units > 0),          -- of from_wallet
  arrives_units    bigint   NOT NULL CHECK (arrives_units > 0),         -- of to_wallet, as the fee
  fee_units        bigint   NOT NULL CHECK (fee_units >= 0),
  from_price_units bigint   NOT NULL CHECK (from_price_units > 0),
  to_price_units   bigint   NOT NULL CHECK (to_price_units > 0),
  spread_ppm       integer  NOT NULL,
  fee_ppm          integer  NOT NULL,
  at               timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL CHECK (expires_at > at),
  transfer_id      uuid UNIQUE REFERENCES transfer
);
GRANT SELECT, INSERT ON swap_quote TO minerx_app;
GRANT UPDATE (transfer_id) ON swap_quote TO minerx_app;
-- Quotes that nobody took need not be kept; the others are. The app may not delete any, so it asks for just this.
CREATE INDEX swap_quote_untaken ON swap_quote (expires_at) WHERE transfer_id IS NULL;
CREATE FUNCTION sweep_quotes(before timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM swap_quote WHERE transfer_id IS NULL AND expires_at < least(before, now() - interval '1 day')
$$;
REVOKE ALL ON FUNCTION sweep_quotes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sweep_quotes TO minerx_app;

-- What the house puts into its liquidity, or takes out of it (below zero): one operator asks, another one agrees.
CREATE TABLE liquidity_change (
  id          uuid PRIMARY KEY,
  wallet_id   smallint NOT NULL,
  units       bigint   NOT NULL CHECK (units <> 0),
  reason      text     NOT NULL,
  proposed_by text     NOT NULL,
  proposed_at timestamptz NOT NULL,
  approved_by text,
  transfer_id uuid UNIQUE REFERENCES transfer,
  CHECK (approved_by <> proposed_by),
  CHECK ((approved_by IS NULL) = (transfer_id IS NULL))
);
GRANT SELECT, INSERT ON liquidity_change TO minerx_app;
GRANT UPDATE (approved_by, transfer_id) ON liquidity_change TO minerx_app;
SELECT watch_rows('liquidity_change', 'r.id::text', 'jsonb_build_array(r.wallet_id, r.units, r.reason, r.proposed_by)');
GRANT SELECT ON watched_row TO minerx_app;
