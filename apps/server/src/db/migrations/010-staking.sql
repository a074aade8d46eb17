-- Staking: what operators offer, and what members have staked until its term is over.

-- Operator data. `names2` holds the variants of `name2` by language code; an empty or missing one falls back to it.
CREATE TABLE staking_type (
  id         smallint PRIMARY KEY CHECK (id > 0),
  name       text NOT NULL CHECK (name <> ''),
  name2      text NOT NULL CHECK (name2 <> ''),
  names2     jsonb NOT NULL,
  wallet_id  smallint NOT NULL REFERENCES wallet_type,
  wallet2_id smallint NOT NULL REFERENCES wallet_type,
  max_units  bigint NOT NULL CHECK (max_units BETWEEN 100000000 AND 10000000000000000),
  term_days  integer NOT NULL CHECK (term_days BETWEEN 1 AND 3650),
  active     boolean NOT NULL DEFAULT true,
  CHECK (wallet_id <> wallet2_id)
);

-- Wallets are those of the type when it was staked. Both amounts stand in a hold of their own until the end.
CREATE TABLE staking_order (
  id            uuid PRIMARY KEY,             -- version 7, made by the funnel
  member_id     bigint NOT NULL REFERENCES member,
  type_id       smallint NOT NULL REFERENCES staking_type,
  status        smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 9)),
  wallet_id     smallint NOT NULL REFERENCES wallet_type,
  wallet2_id    smallint NOT NULL REFERENCES wallet_type,
  amount_units  bigint NOT NULL CHECK (amount_units > 0),
  amount2_units bigint NOT NULL CHECK (amount2_units = amount_units * 250),
  hold_owner_id bigint NOT NULL UNIQUE REFERENCES hold,
  created_at    timestamptz NOT NULL,
  ends_at       timestamptz NOT NULL CHECK (ends_at > created_at),
  ended_at      timestamptz,
  CHECK ((status = 9) = (ended_at IS NOT NULL))
);
CREATE INDEX staking_order_member ON staking_order (member_id, id DESC);
CREATE INDEX staking_order_due ON staking_order (ends_at) WHERE status = 1;

GRANT SELECT, INSERT, UPDATE ON staking_type TO minerx_app;
GRANT SELECT, INSERT ON staking_order TO minerx_app;
GRANT UPDATE (status, ended_at) ON staking_order TO minerx_app;
