-- The shares of a day are written once: the database keeps what they were.
SELECT watch_rows('settlement_figures', $$r.day || '/' || r.part$$,
  'jsonb_build_array(r.payout_part, r.payout_sat, r.band_ppm, r.payout_numerator, r.payout_denominator, r.open_devices)');

-- Nobody can have missed more of a day than a day.
ALTER TABLE device_day ADD CHECK (blind_s <= 86400);

-- What is proved late is the next correction's, and fits into its minute: sixty seconds, and what such a device can do in them.
CREATE FUNCTION refuse_impossible_late_minutes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT day, device_id, part FROM written) w
              WHERE w.part <> coalesce((SELECT max(d.part) FROM device_day d WHERE d.day = w.day AND d.device_id = w.device_id), -1) + 1) THEN
    RAISE EXCEPTION 'late minutes are the next correction''s' USING ERRCODE = 'check_violation', CONSTRAINT = 'device_minute_late_part';
  END IF;
  IF EXISTS (SELECT FROM (SELECT l.day, l.device_id, l.minute, sum(l.hashes) AS hashes, sum(l.covered_s) AS covered_s FROM device_minute_late l
                           WHERE (l.day, l.device_id) IN (SELECT day, device_id FROM written) GROUP BY 1, 2, 3) l
               LEFT JOIN device_minute m ON m.day = l.day AND m.device_id = l.device_id AND m.minute = l.minute
              WHERE coalesce(m.covered_s, 0) + l.covered_s NOT BETWEEN 0 AND 60 OR l.hashes > 0 AND coalesce(m.covered_s, 0) + l.covered_s = 0
                 OR coalesce(m.hashes, 0) + l.hashes > 75000000000000::numeric *
                      (SELECT max(q.rated_ths) FROM device_rated q WHERE q.device_id = l.device_id AND q.since < l.day + 1 AND q.until > l.day)) THEN
    RAISE EXCEPTION 'a late minute does not fit into its minute' USING ERRCODE = 'check_violation', CONSTRAINT = 'device_minute_late_fits';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER device_minute_late_fits AFTER INSERT ON device_minute_late REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_impossible_late_minutes();
