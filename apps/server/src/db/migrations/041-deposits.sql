-- Where value comes in from chains (modules/deposit).

-- Whose child keys a member's addresses are made of: one number a family of networks, given out once, so that what is sent on the
-- wrong network of a family still lands on an address of the same member.
CREATE TABLE deposit_key (
  member_id bigint NOT NULL REFERENCES member,
  family    text NOT NULL CHECK (family IN ('evm', 'tron')),
  child     integer NOT NULL CHECK (child >= 0),
  PRIMARY KEY (member_id, family),
  UNIQUE (family, child)
);
CREATE TABLE deposit_address (
  id         bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  member_id  bigint NOT NULL REFERENCES member,
  network_id smallint NOT NULL REFERENCES network,
  -- In the network's one spelling.
  address    text NOT NULL CHECK (address <> ''),
  child      integer NOT NULL CHECK (child >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, network_id),
  UNIQUE (network_id, address)
);

-- How far a chain was read: the newest block whose transfers are all known, and the hashes of those before it, to notice another branch.
CREATE TABLE chain_cursor (
  network_id   smallint PRIMARY KEY REFERENCES network,
  block_number bigint NOT NULL CHECK (block_number >= 0),
  block_hash   text NOT NULL,
  -- Of the chain when it was read last.
  head_number  bigint NOT NULL,
  read_at      timestamptz NOT NULL
);
CREATE TABLE chain_block (
  network_id smallint NOT NULL REFERENCES network,
  number     bigint NOT NULL,
  hash       text NOT NULL,
  PRIMARY KEY (network_id, number)
);

-- A transfer of a watched token to one of our addresses, by where it stands on the chain. 0 seen, 1 kept (final, waits until what came
-- reaches the minimum), 3 credited, 9 orphaned (its block is no part of the chain any more; it was never credited).
CREATE TABLE deposit (
  id           uuid PRIMARY KEY,
  member_id    bigint NOT NULL REFERENCES member,
  wallet_id    smallint NOT NULL REFERENCES wallet_type,
  network_id   smallint NOT NULL REFERENCES network,
  address      text NOT NULL,
  tx_hash      text NOT NULL,
  log_index    integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash   text NOT NULL,
  -- In the token's smallest unit, and in ours, rounded down.
  raw          numeric(78) NOT NULL CHECK (raw > 0),
  units        bigint NOT NULL CHECK (units >= 0),
  status       smallint NOT NULL CHECK (status IN (0, 1, 3, 9)),
  transfer_id  uuid REFERENCES transfer,
  seen_at      timestamptz NOT NULL,
  credited_at  timestamptz,
  UNIQUE (network_id, block_hash, tx_hash, log_index),
  CHECK ((status = 3) = (transfer_id IS NOT NULL) AND (status = 3) = (credited_at IS NOT NULL))
);
CREATE INDEX deposit_of_member ON deposit (member_id, id DESC);
CREATE INDEX deposit_open ON deposit (network_id, block_number) WHERE status IN (0, 1);
CREATE INDEX deposit_by_hash ON deposit (network_id, tx_hash);
-- Whatever branch it stands on: one transfer of a transaction is credited once.
CREATE UNIQUE INDEX deposit_credited_once ON deposit (network_id, tx_hash, log_index, address) WHERE status = 3;

SELECT watch_rows('deposit_address', 'r.id::text', 'jsonb_build_array(r.member_id, r.network_id, r.address, r.child)');
SELECT watch_rows('deposit', 'r.id::text',
  'jsonb_build_array(r.member_id, r.wallet_id, r.network_id, r.address, r.tx_hash, r.log_index, r.block_hash, r.raw::text, r.units)');

GRANT SELECT, INSERT ON deposit_key, deposit_address, deposit TO minerx_app;
GRANT UPDATE (status, transfer_id, credited_at) ON deposit TO minerx_app;
GRANT SELECT, INSERT, DELETE ON chain_cursor, chain_block TO minerx_app;
GRANT UPDATE (block_number, block_hash, head_number, read_at) ON chain_cursor TO minerx_app;
