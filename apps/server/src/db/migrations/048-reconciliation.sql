-- What our wallets hold on chains, held against the books.

-- Wallets whose keys no program has, as operators named them.
CREATE TABLE cold_wallet (
  network_id smallint NOT NULL REFERENCES network,
  address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  PRIMARY KEY (network_id, address)
);
SELECT watch_rows('cold_wallet', $$r.network_id || '/' || r.address$$, 'jsonb_build_array(r.address)');

-- Up to which block the transfers to our own wallets are known.
CREATE TABLE house_cursor (
  network_id   smallint PRIMARY KEY REFERENCES network,
  block_number bigint NOT NULL CHECK (block_number >= 0)
);

-- Own wallets whose transfers are read. What a wallet held when it was first looked at is its opening.
CREATE TABLE house_wallet (
  network_id smallint NOT NULL REFERENCES network,
  address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  place      smallint NOT NULL CHECK (place IN (1, 2)),
  PRIMARY KEY (network_id, address)
);

-- A transfer of a watched token to one of our own wallets that is no sweep: money of the house that came from elsewhere, or moved between two of them.
-- Places are those of ledger/account.ts. Its opening has a log_index below zero.
CREATE TABLE house_receipt (
  id           uuid PRIMARY KEY,
  network_id   smallint NOT NULL REFERENCES network,
  wallet_id    smallint NOT NULL REFERENCES wallet_type,
  place        smallint NOT NULL CHECK (place IN (1, 2)),
  source       smallint CHECK (source IN (1, 2) AND source <> place), -- null: from outside
  sender       text NOT NULL,
  tx_hash      text NOT NULL,
  log_index    integer NOT NULL,
  block_number bigint NOT NULL,
  -- In the token's smallest unit, and in ours, rounded down.
  raw          numeric(78) NOT NULL CHECK (raw > 0),
  units        bigint NOT NULL CHECK (units >= 0),
  transfer_id  uuid UNIQUE REFERENCES transfer,
  seen_at      timestamptz NOT NULL,
  UNIQUE (network_id, wallet_id, place, tx_hash, log_index)
);
CREATE INDEX house_receipt_unbooked ON house_receipt (seen_at) WHERE transfer_id IS NULL AND units > 0;
SELECT watch_rows('house_receipt', 'r.id::text',
  'jsonb_build_array(r.network_id, r.wallet_id, r.place, r.source, r.sender, r.tx_hash, r.log_index, r.block_number, r.raw::text, r.units)');

-- The newest comparison of a network: at one block, for all of its tokens.
CREATE TABLE reconciliation (
  network_id   smallint PRIMARY KEY REFERENCES network,
  block_number bigint NOT NULL,
  block_hash   text NOT NULL,
  at           timestamptz NOT NULL,
  looked       integer NOT NULL,      -- balances that were held against the books
  differences  integer NOT NULL       -- of them not what the books say
);

-- A balance on a chain that is not what the books say. Payouts stand still until it is gone or an operator has explained it; what is
-- explained counts from then on.
CREATE TABLE chain_difference (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network_id      smallint NOT NULL REFERENCES network,
  wallet_id       smallint NOT NULL REFERENCES wallet_type,
  place           smallint NOT NULL CHECK (place IN (0, 1, 2)),
  address         text NOT NULL,          -- of a deposit address; empty: all wallets of the place
  raw             numeric(79) NOT NULL CHECK (raw <> 0),  -- what the chain has more than the books, in the token's smallest unit
  block_number    bigint NOT NULL,
  found_at        timestamptz NOT NULL,
  ended_at        timestamptz,            -- gone by itself, or another one took its place
  acknowledged_at timestamptz,
  acknowledged_by text CHECK (acknowledged_by <> ''),
  reason          text CHECK (reason <> ''),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (reason IS NULL)),
  CHECK (ended_at IS NULL OR acknowledged_at IS NULL)
);
CREATE UNIQUE INDEX chain_difference_open ON chain_difference (network_id, wallet_id, place, address) WHERE ended_at IS NULL AND acknowledged_at IS NULL;
SELECT watch_rows('chain_difference', 'r.id::text', 'jsonb_build_array(r.network_id, r.wallet_id, r.place, r.address, r.raw::text)');

-- A deposit address sends too, under numbers of its own.
ALTER TABLE payout_wallet ADD COLUMN hot boolean NOT NULL DEFAULT true;

-- What lies on networks is added up each minute.
CREATE INDEX posting_place_source ON posting (source) INCLUDE (amount) WHERE source >= 1728 AND source < 14400;
CREATE INDEX posting_place_destination ON posting (destination) INCLUDE (amount) WHERE destination >= 1728 AND destination < 14400;

-- What left is compared by its block.
CREATE INDEX payout_block ON payout (network_id, block_number) WHERE status = 3;

GRANT SELECT, INSERT ON cold_wallet, house_receipt, chain_difference TO minerx_app;
GRANT UPDATE (transfer_id) ON house_receipt TO minerx_app;
GRANT UPDATE (ended_at, acknowledged_at, acknowledged_by, reason) ON chain_difference TO minerx_app;
GRANT SELECT, INSERT ON house_cursor, house_wallet, reconciliation TO minerx_app;
GRANT DELETE ON house_cursor, house_wallet TO minerx_app;
GRANT UPDATE (block_number) ON house_cursor TO minerx_app;
GRANT UPDATE (block_number, block_hash, at, looked, differences) ON reconciliation TO minerx_app;
