-- What members hold, and where what stands behind it lies, added up in one snapshot with each check of everything: the newest alone.
CREATE TABLE balance_sheet (
  wallet_id  smallint NOT NULL REFERENCES wallet_type,
  line       text NOT NULL CHECK (line IN ('members', 'held', 'deposit', 'hot', 'cold', 'pool')),
  network_id smallint REFERENCES network,  -- of what lies on one
  units      bigint NOT NULL,
  at         timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (wallet_id, line, network_id),
  CHECK ((network_id IS NOT NULL) = (line IN ('deposit', 'hot', 'cold')))
);
GRANT SELECT, INSERT, DELETE ON balance_sheet TO minerx_app;

-- Prizes that people hand over, page by page.
DROP INDEX blessing_fulfilment_open;
CREATE INDEX blessing_fulfilment_open ON blessing_fulfilment (created_at, pack_id) WHERE done_at IS NULL;
CREATE INDEX blessing_fulfilment_done ON blessing_fulfilment (done_at, pack_id) WHERE done_at IS NOT NULL;

-- Work that was given up, the latest first.
CREATE INDEX outbox_given_up ON outbox (given_up_at, id) WHERE given_up_at IS NOT NULL;
