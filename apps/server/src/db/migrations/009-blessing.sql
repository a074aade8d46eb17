-- Raya Blessings: the prize pool, packs with their committed decks, picks, and what people hand over.
-- Decks, cards and picks are written once: the app may add to them and never change them.

-- A line of the pool: one amount, or all whole dollars of a range. Operators set weights, counts and whether it is drawn.
CREATE TABLE blessing_prize (
  id                 smallint PRIMARY KEY,
  name               text NOT NULL CHECK (name ~ '^[ -{}~]{1,40}$'),
  min_units          bigint NOT NULL CHECK (min_units > 0 AND min_units % 100000000 = 0),   -- US dollars
  max_units          bigint NOT NULL CHECK (max_units >= min_units AND max_units % 100000000 = 0),
  weight             integer NOT NULL CHECK (weight BETWEEN 0 AND 1000000000),
  total              integer CHECK (total >= 0),                                            -- null: unlimited
  remaining          integer,
  voucher_package_id smallint REFERENCES miner_package,                                     -- of package prizes
  enabled            boolean NOT NULL DEFAULT true,
  CHECK ((total IS NULL) = (remaining IS NULL)),
  CONSTRAINT blessing_prize_never_overdrawn CHECK (remaining >= 0 AND remaining <= total)
);

CREATE TABLE blessing_pack (
  id         uuid PRIMARY KEY,               -- version 7, made by the funnel
  member_id  bigint NOT NULL REFERENCES member,
  order_id   uuid NOT NULL REFERENCES miner_order,
  number     smallint NOT NULL CHECK (number > 0),   -- of the packs of its order
  granted_at timestamptz NOT NULL,
  opened_at  timestamptz,
  UNIQUE (order_id, number)
);
CREATE INDEX blessing_pack_member ON blessing_pack (member_id, id);
CREATE INDEX blessing_pack_unopened ON blessing_pack (id) WHERE opened_at IS NULL;

-- At once with the pack, or later when the pool could not fill nine cards. The database itself checks the commitment.
CREATE TABLE blessing_deck (
  pack_id    uuid PRIMARY KEY REFERENCES blessing_pack,
  deck       text NOT NULL,
  salt       bytea NOT NULL CHECK (octet_length(salt) = 32),
  commitment bytea NOT NULL,
  dealt_at   timestamptz NOT NULL,
  CONSTRAINT blessing_deck_commitment CHECK (commitment = sha256(convert_to(deck, 'UTF8') || salt))
);

CREATE TABLE blessing_card (
  pack_id      uuid NOT NULL REFERENCES blessing_deck,
  position     smallint NOT NULL CHECK (position BETWEEN 0 AND 8),
  prize_id     smallint NOT NULL REFERENCES blessing_prize,
  amount_units bigint NOT NULL CHECK (amount_units > 0),
  PRIMARY KEY (pack_id, position),
  UNIQUE (pack_id, prize_id, amount_units)   -- nine different cards
);
CREATE INDEX blessing_card_prize ON blessing_card (prize_id);

-- One a pack. Either credited to a wallet, or a voucher, or handed over by people.
CREATE TABLE blessing_pick (
  pack_id        uuid PRIMARY KEY,
  position       smallint NOT NULL,
  member_id      bigint NOT NULL,
  wallet_id      smallint,
  credited_units bigint CHECK (credited_units > 0),
  price_units    bigint CHECK (price_units > 0),
  transfer_id    uuid UNIQUE,
  voucher_id     uuid UNIQUE REFERENCES voucher,
  picked_at      timestamptz NOT NULL,
  FOREIGN KEY (pack_id, position) REFERENCES blessing_card,
  CHECK ((wallet_id IS NULL) = (credited_units IS NULL) AND (wallet_id IS NULL) = (price_units IS NULL) AND (wallet_id IS NULL) = (transfer_id IS NULL)),
  CHECK (wallet_id IS NULL OR voucher_id IS NULL)
);
CREATE INDEX blessing_pick_member ON blessing_pick (member_id, picked_at, pack_id);

CREATE TABLE blessing_fulfilment (
  pack_id    uuid PRIMARY KEY REFERENCES blessing_pick,
  created_at timestamptz NOT NULL,
  done_at    timestamptz,
  done_by    text,
  note       text,
  CHECK ((done_at IS NULL) = (done_by IS NULL))
);
CREATE INDEX blessing_fulfilment_open ON blessing_fulfilment (created_at) WHERE done_at IS NULL;

GRANT SELECT, INSERT ON blessing_prize, blessing_pack, blessing_deck, blessing_card, blessing_pick, blessing_fulfilment TO minerx_app;
GRANT UPDATE ON blessing_prize TO minerx_app;
GRANT UPDATE (done_at, done_by, note) ON blessing_fulfilment TO minerx_app;
GRANT UPDATE (opened_at) ON blessing_pack TO minerx_app;
