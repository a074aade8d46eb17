-- Decks are drawn from what nobody can choose, and nobody reads them before they are opened.

-- The seed and the key that draw the decks of a UTC day; the commitment to both is published the day before, the seed the day after.
-- commitment = SHA-256 of "blessing-seed/1", the day, the seed in hex and the public key (SPKI) in hex, joined by line feeds.
CREATE TABLE blessing_seed (
  day          date PRIMARY KEY,
  commitment   bytea NOT NULL CHECK (octet_length(commitment) = 32),
  public_key   bytea NOT NULL,
  sealed       bytea NOT NULL,                       -- seed and private key, under a key that is not in the database
  committed_at timestamptz NOT NULL,
  seed         bytea CHECK (octet_length(seed) = 32),
  revealed_at  timestamptz,
  CHECK ((seed IS NULL) = (revealed_at IS NULL))
);

-- Every prize table that a deck was drawn by, word for word.
CREATE TABLE blessing_table (
  hash  bytea PRIMARY KEY,
  lines text NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT blessing_table_hash CHECK (hash = sha256(convert_to(lines, 'UTF8')))
);

-- What a member brings to the draw of the next decks.
CREATE TABLE blessing_member_seed (
  member_id bigint PRIMARY KEY REFERENCES member,
  seed      text NOT NULL CHECK (seed ~ '^[!-~]{1,64}$'),
  chosen    boolean NOT NULL,                        -- by the member; orders bring a fresh one only where none was
  set_at    timestamptz NOT NULL
);

ALTER TABLE blessing_deck RENAME COLUMN deck TO clear_deck;
ALTER TABLE blessing_deck RENAME COLUMN salt TO clear_salt;
ALTER TABLE blessing_deck DROP CONSTRAINT blessing_deck_commitment;
ALTER TABLE blessing_deck
  ALTER COLUMN clear_deck DROP NOT NULL,
  ALTER COLUMN clear_salt DROP NOT NULL,
  ADD COLUMN sealed      bytea,       -- text, signature and the cards' prizes
  ADD COLUMN prize_ids   smallint[],  -- which lines of the pool it took from, in order of id: not where they lie
  ADD COLUMN member_id   bigint,
  ADD COLUMN number      integer CHECK (number > 0),
  ADD COLUMN day         date REFERENCES blessing_seed,
  ADD COLUMN member_seed text,
  ADD COLUMN table_hash  bytea REFERENCES blessing_table,
  ADD COLUMN left_before text,
  ADD UNIQUE (member_id, number),
  ADD CHECK ((number IS NULL) = (day IS NULL) AND (number IS NULL) = (table_hash IS NULL) AND (number IS NULL) = (left_before IS NULL)
             AND (number IS NULL) = (member_seed IS NULL) AND (number IS NULL) = (member_id IS NULL));

-- Decks of opened packs, for everybody to check. The signature is that of the draw; older decks have none.
CREATE TABLE blessing_opened (
  pack_id   uuid PRIMARY KEY REFERENCES blessing_deck,
  deck      text NOT NULL,
  salt      bytea NOT NULL CHECK (octet_length(salt) = 32),
  signature bytea,
  CONSTRAINT blessing_opened_salt CHECK (signature IS NULL OR salt = sha256(signature))
);

UPDATE blessing_deck d SET prize_ids = (SELECT array_agg(prize_id ORDER BY prize_id) FROM blessing_card c WHERE c.pack_id = d.pack_id);
ALTER TABLE blessing_deck ALTER COLUMN prize_ids SET NOT NULL;
INSERT INTO blessing_opened (pack_id, deck, salt)
SELECT d.pack_id, d.clear_deck, d.clear_salt FROM blessing_deck d JOIN blessing_pack p ON p.id = d.pack_id WHERE p.opened_at IS NOT NULL;
UPDATE blessing_deck d SET clear_deck = NULL, clear_salt = NULL FROM blessing_pack p WHERE p.id = d.pack_id AND p.opened_at IS NOT NULL;

-- Decks that were dealt in clear and are not opened are sealed at the next start (db/seal-decks.ts): SQL has no key.
REVOKE INSERT ON blessing_deck FROM minerx_app;
GRANT INSERT (pack_id, sealed, commitment, dealt_at, prize_ids, member_id, number, day, member_seed, table_hash, left_before)
  ON blessing_deck TO minerx_app;
GRANT SELECT, INSERT ON blessing_seed, blessing_table, blessing_member_seed, blessing_opened TO minerx_app;
GRANT UPDATE (seed, revealed_at) ON blessing_seed TO minerx_app;
GRANT UPDATE (seed, chosen, set_at) ON blessing_member_seed TO minerx_app;

-- What is settled when a deck is dealt or a day is committed to. Decks are watched anew, now with all of that.
DELETE FROM row_version WHERE table_name = 'blessing_deck';
SELECT watch_rows('blessing_deck', 'r.pack_id::text', $$jsonb_build_array(encode(r.commitment, 'hex'), encode(sha256(r.sealed), 'hex'), r.prize_ids,
  r.member_id, r.number, r.day, r.member_seed, encode(r.table_hash, 'hex'), r.left_before)$$);
SELECT watch_rows('blessing_seed', 'r.day::text',
  $$jsonb_build_array(encode(r.commitment, 'hex'), encode(r.public_key, 'hex'), encode(sha256(r.sealed), 'hex'), r.committed_at)$$);
GRANT SELECT ON watched_row TO minerx_app;
