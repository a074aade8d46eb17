-- A day is committed to its prize table too, and its decks are dealt by that table alone. blessing_prize is what operators want from the
-- first day on that is not committed to yet.

-- commitment = SHA-256 of "blessing-seed/2", the day, the seed, the public key and table_hash, all in hex, joined by line feeds; of days
-- from before without the last, as "blessing-seed/1".
ALTER TABLE blessing_seed
  ADD COLUMN table_hash bytea REFERENCES blessing_table,
  ADD COLUMN table_committed boolean NOT NULL DEFAULT true;
ALTER TABLE blessing_seed ALTER COLUMN table_committed DROP DEFAULT;
UPDATE blessing_seed SET table_committed = false;

-- Days that were committed to before this file draw by the table of now: late for a promise, but it stays as it is.
WITH kept AS (
  INSERT INTO blessing_table (hash, lines, since)
  SELECT sha256(convert_to(t.lines, 'UTF8')), t.lines, now()
    FROM (SELECT 'blessing-prizes/1' || coalesce(string_agg(E'\n' || concat_ws('|', id, name, min_units / 100000000, max_units / 100000000, weight,
                   coalesce(total::text, '*'), enabled::integer), '' ORDER BY id), '') AS lines FROM blessing_prize) t
   WHERE EXISTS (SELECT FROM blessing_seed WHERE seed IS NULL)
  ON CONFLICT (hash) DO UPDATE SET since = blessing_table.since RETURNING hash)
UPDATE blessing_seed SET table_hash = kept.hash FROM kept WHERE seed IS NULL;
ALTER TABLE blessing_seed ADD CHECK (table_hash IS NOT NULL OR NOT table_committed);

-- How many cards of a line were picked, or lie in decks that are not opened. What is left follows from it and from the count of the
-- table that draws; a line's own count may come, go and change from one table to the next.
ALTER TABLE blessing_prize ADD COLUMN gone integer NOT NULL DEFAULT 0 CHECK (gone >= 0);
UPDATE blessing_prize z SET gone = c.gone
  FROM (SELECT prize_id, count(*) AS gone
          FROM (SELECT unnest(d.prize_ids) AS prize_id FROM blessing_deck d JOIN blessing_pack p ON p.id = d.pack_id WHERE p.opened_at IS NULL
                UNION ALL
                SELECT c.prize_id FROM blessing_pick k JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position) g
         GROUP BY 1) c
 WHERE c.prize_id = z.id;
ALTER TABLE blessing_prize DROP COLUMN remaining;

-- The package of a prize's voucher stays, as its name and amounts do: decks that are sealed promise it.
REVOKE UPDATE (voucher_package_id) ON blessing_prize FROM minerx_app;
GRANT UPDATE (gone) ON blessing_prize TO minerx_app;

-- Days are watched anew, now with their tables.
DELETE FROM row_version WHERE table_name = 'blessing_seed';
SELECT watch_rows('blessing_seed', 'r.day::text', $$jsonb_build_array(encode(r.commitment, 'hex'), encode(r.public_key, 'hex'),
  encode(sha256(r.sealed), 'hex'), r.committed_at, encode(r.table_hash, 'hex'), r.table_committed)$$);
