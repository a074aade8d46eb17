-- Coins for gas and items are held against the books as tokens are.

-- What an address of ours had of its chain's own coin when it was as the books said, and how many transactions of it stood in blocks by then.
CREATE TABLE coin_balance (
  chain_id     bigint NOT NULL,
  address      text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  wei          numeric(78) NOT NULL CHECK (wei >= 0),
  explained    numeric(79) NOT NULL,  -- by operators, of its differences until then
  nonce        bigint NOT NULL CHECK (nonce >= 0),
  block_number bigint NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (chain_id, address)
);
GRANT SELECT, INSERT, DELETE ON coin_balance TO minerx_app;
GRANT UPDATE (wei, explained, nonce, block_number, at) ON coin_balance TO minerx_app;

-- Of no wallet: the chain's own coin, or with an item one of a collection (contract/token).
ALTER TABLE chain_difference ALTER COLUMN wallet_id DROP NOT NULL;
ALTER TABLE chain_difference ADD COLUMN item text NOT NULL DEFAULT '' CHECK (item = '' OR wallet_id IS NULL);
DROP INDEX chain_difference_open;
CREATE UNIQUE INDEX chain_difference_open ON chain_difference (network_id, (coalesce(wallet_id, 0)), place, address, item)
  WHERE ended_at IS NULL AND acknowledged_at IS NULL;
SELECT watch_rows('chain_difference', 'r.id::text',
  $$CASE r.item WHEN '' THEN jsonb_build_array(r.network_id, r.wallet_id, r.place, r.address, r.raw::text)
                ELSE jsonb_build_array(r.network_id, r.wallet_id, r.place, r.address, r.raw::text, r.item) END$$);
