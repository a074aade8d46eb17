-- What deposit addresses hold is moved to the hot wallet: what each of these payouts moves in our units, and of which coin.
CREATE TABLE sweep (
  payout_id uuid PRIMARY KEY REFERENCES payout,
  wallet_id smallint NOT NULL REFERENCES wallet_type,
  units     bigint NOT NULL CHECK (units > 0)
);
SELECT watch_rows('sweep', 'r.payout_id::text', 'jsonb_build_array(r.wallet_id, r.units)');

-- From how much on it is worth a transaction, and above what the hot wallet is too full.
ALTER TABLE asset_network ADD COLUMN sweep_from_units bigint NOT NULL DEFAULT 1000000000 CHECK (sweep_from_units > 0);
ALTER TABLE asset_network ADD COLUMN cold_above_units bigint CHECK (cold_above_units > 0); -- null: nobody has said
SELECT watch_rows('asset_network', $$r.wallet_id || '/' || r.network_id$$,
  'jsonb_build_array(r.contract, r.decimals, r.min_deposit_units, r.min_withdraw_units, r.fee_units, r.daily_limit_units,
     r.two_operators_above_units, r.enabled_deposit, r.enabled_withdraw, r.sweep_from_units, r.cold_above_units)');

CREATE INDEX payout_of_address ON payout (network_id, sender) WHERE kind = 'sweep';
CREATE INDEX payout_top_up ON payout (network_id, (intent->>'index')) WHERE kind = 'top_up';

GRANT SELECT, INSERT ON sweep TO minerx_app;
GRANT UPDATE (sweep_from_units, cold_above_units) ON asset_network TO minerx_app;
