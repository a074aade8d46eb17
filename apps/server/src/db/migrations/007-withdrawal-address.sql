-- Saved addresses to withdraw to. A row is never changed: the newest of a member, wallet and network is the one that counts,
-- those before it are its history.
CREATE TABLE withdrawal_address (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  wallet_id integer NOT NULL REFERENCES wallet_type,
  network   text NOT NULL,
  address   text NOT NULL CHECK (address <> ''),
  saved_at  timestamptz NOT NULL,
  usable_at timestamptz NOT NULL,              -- saved_at and the hold that was in force
  CHECK (usable_at >= saved_at)
);
CREATE INDEX withdrawal_address_newest ON withdrawal_address (member_id, wallet_id, network, id DESC);

GRANT SELECT, INSERT ON withdrawal_address TO minerx_app;

-- The member's account at BTA Pay.
ALTER TABLE member ADD COLUMN btapay_id text CHECK (btapay_id ~ '^[A-Za-z0-9._@-]{4,64}$');
