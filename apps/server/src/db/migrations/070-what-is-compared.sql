-- Since when another key signs for a hot wallet's chain: what it has left is compared like any other's, and pays for nothing any more.
ALTER TABLE payout_wallet ADD COLUMN retired_at timestamptz;
GRANT UPDATE (retired_at) ON payout_wallet TO minerx_app;

-- The collection's contract that has known an item: one that it knows no more is burnt.
ALTER TABLE nft ADD COLUMN known_by text CHECK (known_by ~ '^0x[0-9a-f]{40}$');
GRANT UPDATE (known_by) ON nft TO minerx_app;
