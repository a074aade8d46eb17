-- What is missing stops payouts, and so does more than the books say in a wallet of our own, whose receipts are all read (modules/reconciliation).
-- More on a deposit address, and items, anybody may send there unread.
ALTER TABLE chain_difference ADD COLUMN stops boolean NOT NULL GENERATED ALWAYS AS (raw < 0 OR (wallet_id IS NOT NULL AND place <> 0)) STORED;
