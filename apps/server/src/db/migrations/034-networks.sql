-- Networks have ids; their names are labels. The ids are those of rules/network.ts.
CREATE TABLE network (
  id               smallint PRIMARY KEY CHECK (id BETWEEN 1 AND 31),
  label            text NOT NULL UNIQUE CHECK (label <> ''),
  enabled_deposit  boolean NOT NULL,
  enabled_withdraw boolean NOT NULL,
  confirmations    integer NOT NULL CHECK (confirmations BETWEEN 1 AND 100000)
);
-- Nothing watches OMNI: what is sent there is not seen.
INSERT INTO network (id, label, enabled_deposit, enabled_withdraw, confirmations) VALUES
  (1, 'TRC20',        true,  true, 20),
  (2, 'BEP20',        true,  true, 15),
  (3, 'OMNI',         false, true, 3),
  (4, 'Arbitrum One', true,  true, 20),
  (5, 'BEP721',       false, true, 15);

-- On which terms a coin moves on a network. Rows of operators; the first ones come with the reference data.
CREATE TABLE asset_network (
  wallet_id                 smallint NOT NULL REFERENCES wallet_type,
  network_id                smallint NOT NULL REFERENCES network,
  contract                  text CHECK (contract <> ''),   -- of the token there; null: the chain's own coin, or not known yet
  decimals                  smallint NOT NULL CHECK (decimals BETWEEN 0 AND 36),
  min_deposit_units         bigint NOT NULL CHECK (min_deposit_units > 0),
  min_withdraw_units        bigint NOT NULL CHECK (min_withdraw_units > 0),
  fee_units                 bigint NOT NULL CHECK (fee_units >= 0),
  daily_limit_units         bigint NOT NULL CHECK (daily_limit_units >= 0),
  two_operators_above_units bigint NOT NULL CHECK (two_operators_above_units >= 0),
  enabled_deposit           boolean NOT NULL DEFAULT true,
  enabled_withdraw          boolean NOT NULL DEFAULT true,
  PRIMARY KEY (wallet_id, network_id)
);

SELECT watch_rows('network', 'r.id::text', 'jsonb_build_array(r.enabled_deposit, r.enabled_withdraw, r.confirmations)');
SELECT watch_rows('asset_network', $$r.wallet_id || '/' || r.network_id$$,
  'jsonb_build_array(r.contract, r.decimals, r.min_deposit_units, r.min_withdraw_units, r.fee_units, r.daily_limit_units,
     r.two_operators_above_units, r.enabled_deposit, r.enabled_withdraw)');

GRANT SELECT ON network TO minerx_app;
GRANT UPDATE (enabled_deposit, enabled_withdraw, confirmations) ON network TO minerx_app;
GRANT SELECT, INSERT ON asset_network TO minerx_app;
GRANT UPDATE (contract, decimals, min_deposit_units, min_withdraw_units, fee_units, daily_limit_units, two_operators_above_units,
              enabled_deposit, enabled_withdraw) ON asset_network TO minerx_app;

-- Where addresses and NFT withdrawals name a network.
ALTER TABLE withdrawal_address ADD COLUMN network_id smallint REFERENCES network;
UPDATE withdrawal_address SET network_id = n.id FROM network n WHERE n.label = withdrawal_address.network;
ALTER TABLE withdrawal_address ALTER COLUMN network_id SET NOT NULL;
DROP INDEX withdrawal_address_newest;
ALTER TABLE withdrawal_address DROP COLUMN network;
CREATE INDEX withdrawal_address_newest ON withdrawal_address (member_id, wallet_id, network_id, id DESC);

-- What was asked for stays as it was asked for: the kept versions name the network by its id as well.
ALTER TABLE nft_withdrawal ADD COLUMN network_id smallint REFERENCES network CHECK (network_id = 5);
UPDATE nft_withdrawal SET network_id = n.id FROM network n WHERE n.label = nft_withdrawal.network;
ALTER TABLE nft_withdrawal ALTER COLUMN network_id SET NOT NULL;
UPDATE row_version SET value = jsonb_set(value, '{4}', '5') WHERE table_name = 'nft_withdrawal' AND value->>4 = 'BEP721';
SELECT watch_rows('nft_withdrawal', 'r.id::text', 'jsonb_build_array(r.nft_id, r.member_id, r.fee_units, r.hold_owner_id, r.network_id, r.address)');
ALTER TABLE nft_withdrawal DROP COLUMN network;
