-- Whose price a day was settled by, and of which pair, stands on every receipt of it.
SELECT watch_rows('settlement_day', 'r.day::text',
  'jsonb_build_array(r.segments, r.pool_fee_ppm, r.price_units, r.price_at, r.simulated, r.price_source, r.price_pair)');
