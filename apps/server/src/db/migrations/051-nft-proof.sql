-- What a member reads of what was sent: how deep its block lies, and whom the contract names as the owner of an item.

-- Blocks on the transaction's block when the worker looked last, its own included; null: it stands in none.
ALTER TABLE payout ADD COLUMN confirmed integer CHECK (confirmed > 0);
UPDATE payout SET confirmed = 1 WHERE block_number IS NOT NULL;
ALTER TABLE payout ADD CHECK ((block_number IS NULL) = (confirmed IS NULL));
GRANT UPDATE (confirmed) ON payout TO minerx_app;

-- Read from the contract when the transaction was final.
ALTER TABLE nft_withdrawal ADD COLUMN owner text CHECK (owner ~ '^0x[0-9a-fA-F]{40}$'), ADD COLUMN owner_read_at timestamptz;
ALTER TABLE nft_withdrawal ADD CHECK ((owner IS NULL) = (owner_read_at IS NULL) AND (owner IS NULL OR status = 1));
GRANT UPDATE (owner, owner_read_at) ON nft_withdrawal TO minerx_app;
