-- What leaves for a chain. One row a request, one number of its wallet, and every signed transaction kept before it is told to anybody.

-- The number that the next transaction of a wallet takes.
CREATE TABLE payout_wallet (
  chain_id   bigint NOT NULL,
  address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (chain_id, address)
);

CREATE TABLE payout (
  id           uuid PRIMARY KEY,             -- of the withdrawal that it pays: the signer knows it by this too
  kind         text NOT NULL CHECK (kind IN ('withdrawal', 'nft', 'sweep', 'top_up', 'fill')),
  member_id    bigint REFERENCES member,     -- whose withdrawal; null: the house's own
  network_id   smallint NOT NULL REFERENCES network,
  chain_id     bigint NOT NULL,
  sender       text NOT NULL CHECK (sender ~ '^0x[0-9a-f]{40}$'),
  intent       jsonb NOT NULL,               -- what is signed; amounts as decimal text
  status       smallint NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2, 3, 7, 9)),
  nonce        bigint CHECK (nonce >= 0),
  waits_for    text,                         -- why it does not move on, for operators
  not_before   timestamptz NOT NULL,
  refusals     smallint NOT NULL DEFAULT 0,  -- how often the contract has refused it
  tx_hash      text CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'), -- of the attempt that stands in a block, else of the newest
  block_number bigint,
  cause        text,                         -- why it failed
  created_at   timestamptz NOT NULL,
  sent_at      timestamptz,
  settled_at   timestamptz,
  UNIQUE (chain_id, sender, nonce),
  CHECK ((status IN (1, 2, 3)) <= (nonce IS NOT NULL)),
  CHECK ((status IN (3, 9)) = (settled_at IS NOT NULL)),
  CHECK ((status = 9) = (cause IS NOT NULL)),
  CHECK ((kind IN ('withdrawal', 'nft')) = (member_id IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX payout_waiting ON payout (chain_id, created_at, id) WHERE status = 0;
CREATE INDEX payout_under_way ON payout (chain_id, sender, nonce) WHERE status IN (1, 2, 7);

-- Signed transactions, one after the other of the same number; at most one of them ever stands in a block.
CREATE TABLE payout_attempt (
  hash          text PRIMARY KEY CHECK (hash ~ '^0x[0-9a-f]{64}$'),
  payout_id     uuid NOT NULL REFERENCES payout,
  raw           text NOT NULL CHECK (raw ~ '^0x[0-9a-f]+$'),
  max_fee_wei   bigint NOT NULL CHECK (max_fee_wei > 0),
  tip_wei       bigint NOT NULL CHECK (tip_wei >= 0),
  gas           bigint NOT NULL CHECK (gas > 0),
  created_at    timestamptz NOT NULL,
  broadcast_at  timestamptz NOT NULL         -- when it was last told to the chain, or is about to be
) WITH (fillfactor = 80);
CREATE INDEX payout_attempt_of ON payout_attempt (payout_id, created_at);

SELECT watch_rows('payout', 'r.id::text', 'jsonb_build_array(r.kind, r.member_id, r.network_id, r.chain_id, r.sender, r.intent)');

GRANT SELECT, INSERT ON payout_wallet, payout, payout_attempt TO minerx_app;
GRANT UPDATE (next_nonce) ON payout_wallet TO minerx_app;
GRANT UPDATE (status, nonce, waits_for, not_before, refusals, tx_hash, block_number, cause, sent_at, settled_at) ON payout TO minerx_app;
GRANT UPDATE (broadcast_at) ON payout_attempt TO minerx_app;
