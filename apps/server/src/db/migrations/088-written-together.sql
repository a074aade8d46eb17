-- A line of the audit log says in its hash which transaction wrote it, and when that began by the database's clock: it vouches for that
-- one and no other. Lines from before have none and vouch for what is older than the first that has one.
ALTER TABLE audit ADD COLUMN written_at timestamptz;

-- A version without a transaction is one that a migration made of what was there, so it has the time of a migration. Those that
-- 056 left without one are made anew.
DELETE FROM row_version v WHERE tx IS NULL AND NOT EXISTS (SELECT FROM schema_migration m WHERE m.applied_at = v.at);
DO $$
DECLARE known watched_table;
BEGIN
  FOREACH known IN ARRAY (SELECT array_agg(w) FROM watched_table w) LOOP
    PERFORM watch_rows(known.table_name, known.key, known.value, known.filter);
  END LOOP;
END $$;
