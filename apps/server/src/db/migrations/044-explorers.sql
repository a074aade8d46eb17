-- Where a transaction of a network can be looked up: operators name it, with {hash} in its place; null: nowhere.
ALTER TABLE network ADD COLUMN explorer text CHECK (explorer LIKE 'https://%/%{hash}%' AND length(explorer) <= 200);
SELECT watch_rows('network', 'r.id::text', 'jsonb_build_array(r.enabled_deposit, r.enabled_withdraw, r.confirmations, r.explorer)');
GRANT UPDATE (explorer) ON network TO minerx_app;
