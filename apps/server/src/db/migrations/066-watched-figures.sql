-- Figures that money is reckoned from, and the changes that hold it back: the database keeps what they were when they were written.
SELECT watch_rows('pool_worker_day', $$r.day || '/' || r.device_id$$, 'jsonb_build_array(r.hashes, r.late_s)');
SELECT watch_rows('pool_fee', 'r.from_day::text', 'jsonb_build_array(r.fee_ppm)');
SELECT watch_rows('factor_change', 'r.id::text', 'jsonb_build_array(r.member_id, r.kind, extract(epoch FROM r.at))');
-- The closes that days are settled by: of the last minute of a UTC day.
SELECT watch_rows('market_close', $$r.symbol || '/' || extract(epoch FROM r.at)::bigint$$,
  'jsonb_build_array(r.price_units, r.source, r.confirmed_by, r.confirmed_price_units)', $$(r.at AT TIME ZONE 'UTC')::time = '23:59'$$);
