-- Withdrawals of the wallets. States are those of rules/withdrawal.ts.
CREATE TABLE withdrawal (
  id              uuid PRIMARY KEY,            -- version 7, made by the funnel
  member_id       bigint NOT NULL REFERENCES member,
  wallet_id       smallint NOT NULL,
  network_id      smallint NOT NULL,
  status          smallint NOT NULL CHECK (status IN (0, 1, 2, 3, 7, 8, 9)),
  revision        integer NOT NULL CHECK (revision > 0),   -- grows with every change; an approval names it
  amount_units    bigint NOT NULL CHECK (amount_units > 0),
  fee_units       bigint NOT NULL CHECK (fee_units >= 0),
  hold_owner_id   bigint NOT NULL UNIQUE REFERENCES hold,
  address         text NOT NULL CHECK (address <> ''),
  two_operators   boolean NOT NULL,            -- by the terms of when it was asked for
  first_approver  text CHECK (first_approver <> ''),
  second_approver text CHECK (second_approver <> ''),
  cause           text CHECK (cause IN ('address', 'account', 'network', 'other', 'expired')),
  tx_hash         text,
  created_at      timestamptz NOT NULL,
  changed_at      timestamptz NOT NULL,        -- since when it is in its state
  decided_at      timestamptz,
  sent_at         timestamptz,
  ended_at        timestamptz,
  FOREIGN KEY (wallet_id, network_id) REFERENCES asset_network,
  -- Nothing leaves without a yes, and above the set amount without those of two different people.
  CHECK (status NOT IN (1, 2, 3, 7) OR first_approver IS NOT NULL),
  CHECK (status NOT IN (1, 2, 3, 7) OR NOT two_operators OR second_approver IS NOT NULL),
  CHECK (second_approver IS NULL OR (first_approver IS NOT NULL AND second_approver <> first_approver)),
  CHECK ((status = 0) = (decided_at IS NULL)),
  CHECK ((status = 9) = (cause IS NOT NULL)),
  CHECK (status NOT IN (2, 3) OR tx_hash IS NOT NULL),
  CHECK ((status IN (3, 8, 9)) = (ended_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX withdrawal_member ON withdrawal (member_id, id DESC);
CREATE INDEX withdrawal_open ON withdrawal (status, id) WHERE status IN (0, 1, 2, 7);
-- One transaction pays one withdrawal.
CREATE UNIQUE INDEX withdrawal_hash ON withdrawal (network_id, tx_hash) WHERE tx_hash IS NOT NULL;

-- What is settled when it is asked for and never changes.
SELECT watch_rows('withdrawal', 'r.id::text', 'jsonb_build_array(r.member_id, r.wallet_id, r.network_id, r.amount_units, r.fee_units, r.hold_owner_id,
  r.address, r.two_operators)');

GRANT SELECT, INSERT ON withdrawal TO minerx_app;
GRANT UPDATE (status, revision, first_approver, second_approver, cause, tx_hash, changed_at, decided_at, sent_at, ended_at) ON withdrawal TO minerx_app;
