-- What a quote promised does not change once it was taken; those that nobody took are removed.
SELECT watch_rows('swap_quote', 'r.id::text',
  $$jsonb_build_array(r.member_id, r.from_wallet, r.to_wallet, r.amount_units, r.arrives_units, r.fee_units, r.from_price_units, r.to_price_units,
    r.spread_ppm, r.fee_ppm, r.at, r.expires_at, r.transfer_id)$$, 'r.transfer_id IS NOT NULL');
GRANT SELECT ON watched_row TO minerx_app;

-- A deposit begins as seen: only what is looked up on the chain once more is credited.
ALTER TABLE deposit ALTER COLUMN status SET DEFAULT 0;
REVOKE INSERT ON deposit FROM minerx_app;
GRANT INSERT (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at) ON deposit TO minerx_app;
