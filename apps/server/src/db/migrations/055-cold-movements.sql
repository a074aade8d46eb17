-- How much lies in our own wallets, and what of it is too much to lie in the hot one.

-- Of the newest comparison: all wallets of a place together, in the token's smallest unit.
CREATE TABLE house_balance (
  network_id   smallint NOT NULL REFERENCES network,
  wallet_id    smallint NOT NULL REFERENCES wallet_type,
  place        smallint NOT NULL CHECK (place IN (1, 2)),
  raw          numeric(78) NOT NULL CHECK (raw >= 0),
  block_number bigint NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (network_id, wallet_id, place)
);
GRANT SELECT, INSERT ON house_balance TO minerx_app;
GRANT UPDATE (raw, block_number, at) ON house_balance TO minerx_app;

-- What leaves is added up over the last days.
CREATE INDEX withdrawal_ended ON withdrawal (network_id, wallet_id, ended_at) INCLUDE (amount_units) WHERE status = 3;

-- What is too much in the hot wallet: found by the comparison, agreed to by operators, on its way by a payout or by hand (tx_hash), and
-- moved when what came to the cold wallet was read from the chain and booked. Dropped: it was not too much any more, or did not leave.
CREATE TABLE cold_movement (
  id          uuid PRIMARY KEY,             -- of its payout too, where the worker sends it
  network_id  smallint NOT NULL REFERENCES network,
  wallet_id   smallint NOT NULL REFERENCES wallet_type,
  units       bigint NOT NULL CHECK (units > 0),
  proposed_at timestamptz NOT NULL,
  address     text,                         -- of the cold wallet, named when it is agreed to
  approved_by text CHECK (approved_by <> ''),
  approved_at timestamptz,
  tx_hash     text CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'),
  outcome     text CHECK (outcome IN ('moved', 'dropped')),
  ended_at    timestamptz,
  FOREIGN KEY (network_id, address) REFERENCES cold_wallet,
  CHECK ((address IS NULL) = (approved_by IS NULL) AND (address IS NULL) = (approved_at IS NULL)),
  CHECK (tx_hash IS NULL OR approved_by IS NOT NULL),
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CHECK (outcome <> 'moved' OR tx_hash IS NOT NULL)
);
CREATE UNIQUE INDEX cold_movement_open ON cold_movement (network_id, wallet_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX cold_movement_hash ON cold_movement (network_id, wallet_id, tx_hash) WHERE tx_hash IS NOT NULL;
SELECT watch_rows('cold_movement', 'r.id::text', 'jsonb_build_array(r.network_id, r.wallet_id, r.units)');
GRANT SELECT, INSERT ON cold_movement TO minerx_app;
GRANT UPDATE (address, approved_by, approved_at, tx_hash, outcome, ended_at) ON cold_movement TO minerx_app;

ALTER TABLE payout DROP CONSTRAINT payout_kind_check;
ALTER TABLE payout ADD CONSTRAINT payout_kind_check CHECK (kind IN ('withdrawal', 'nft', 'sweep', 'top_up', 'fill', 'cold'));
