-- The NFT collection, who holds what of it, and withdrawals to the members' own addresses.

-- Sizes and numbers are those of rules/nft-collection.ts. `names` holds the variants by language code.
CREATE TABLE nft_category (
  id    smallint PRIMARY KEY,
  name  text NOT NULL CHECK (name <> ''),
  names jsonb NOT NULL
);
INSERT INTO nft_category (id, name, names) VALUES
  (1, 'Rare',      '{"zh":"稀有","ch":"稀有","kr":"레어","vi":"Hiếm","th":"หายาก","pt":"Raro","my":"Nadir","es":"Raro","gr":"Selten"}'),
  (2, 'Legendary', '{"zh":"传奇","ch":"傳奇","kr":"레전더리","vi":"Huyền thoại","th":"ตำนาน","pt":"Lendário","my":"Lagenda","es":"Legendario","gr":"Legendär"}'),
  (3, 'Mythic',    '{"zh":"神话","ch":"神話","kr":"신화","vi":"Thần thoại","th":"เทพปกรณัม","pt":"Mítico","my":"Mitikal","es":"Mítico","gr":"Mythisch"}');

-- Every token of the collection has its row from the start; nobody holds one without a member.
CREATE TABLE nft (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token       integer NOT NULL UNIQUE CHECK (token BETWEEN 1 AND 11300),
  category_id smallint NOT NULL REFERENCES nft_category,
  member_id   bigint REFERENCES member,
  status      smallint CHECK (status IN (1, 2, 3, 9)),
  acquired_at timestamptz,
  CHECK ((member_id IS NULL) = (status IS NULL)),
  CHECK ((member_id IS NULL) = (acquired_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX nft_member ON nft (member_id, acquired_at DESC, token) WHERE member_id IS NOT NULL;
CREATE INDEX nft_free ON nft (category_id, token) WHERE member_id IS NULL;
INSERT INTO nft (token, category_id)
  SELECT token, CASE WHEN token > 11000 THEN 3 WHEN token > 10000 THEN 2 ELSE 1 END FROM generate_series(1, 11300) AS token;

CREATE TABLE nft_withdrawal (
  id             uuid PRIMARY KEY,            -- version 7, made by the funnel
  nft_id         uuid NOT NULL REFERENCES nft,
  member_id      bigint NOT NULL REFERENCES member,
  status         smallint NOT NULL CHECK (status IN (0, 1, 8, 9)),
  fee_units      bigint NOT NULL CHECK (fee_units >= 0),
  hold_owner_id  bigint NOT NULL UNIQUE REFERENCES hold,
  network        text NOT NULL CHECK (network = 'BEP721'),
  address        text NOT NULL,
  cause          text CHECK (cause IN ('address', 'account', 'collection', 'other', 'expired')),
  first_approver text,                        -- of two, where two must agree
  tx_hash        text CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'),
  created_at     timestamptz NOT NULL,
  decided_at     timestamptz,
  CHECK ((status = 0) = (decided_at IS NULL)),
  CHECK ((status = 9) = (cause IS NOT NULL)),
  CHECK (tx_hash IS NULL OR status = 1)
) WITH (fillfactor = 80);
CREATE INDEX nft_withdrawal_member ON nft_withdrawal (member_id, id DESC);
CREATE UNIQUE INDEX nft_withdrawal_pending ON nft_withdrawal (nft_id) WHERE status = 0;
CREATE INDEX nft_withdrawal_of_nft ON nft_withdrawal (nft_id, id DESC);

GRANT SELECT ON nft_category TO minerx_app;
GRANT SELECT, UPDATE ON nft TO minerx_app;
GRANT SELECT, INSERT, UPDATE ON nft_withdrawal TO minerx_app;
