-- Minutes of days that nothing corrects any more become sums by the hour: a hundredth of the room, and all that receipts and equations ask.

-- One row a device and day. A span begins with each hour and wherever a stretch of the day, or an order's time on the device, began or
-- ended, so whatever was summed of the minutes can be summed of the spans. Each ends where the next begins, the last with the day.
CREATE TABLE device_hours (
  day       date NOT NULL,
  device_id integer NOT NULL REFERENCES device,
  since     smallint[] NOT NULL,
  hashes    bigint[] NOT NULL,
  covered_s smallint[] NOT NULL,
  down_s    smallint[] NOT NULL,
  PRIMARY KEY (day, device_id),
  CHECK (cardinality(hashes) = cardinality(since) AND cardinality(covered_s) = cardinality(since) AND cardinality(down_s) = cardinality(since))
);

-- What is known of a device's day, as minutes or as what became of them: from `minute` up to `till`, not included.
CREATE VIEW device_span AS
  SELECT day, device_id, minute, (minute + 1)::smallint AS till, hashes, covered_s, down_s FROM device_minute
  UNION ALL
  SELECT h.day, h.device_id, s.minute, coalesce(h.since[s.place + 1], 1440::smallint), s.hashes, s.covered_s, s.down_s
    FROM device_hours h CROSS JOIN LATERAL unnest(h.since, h.hashes, h.covered_s, h.down_s) WITH ORDINALITY s (minute, hashes, covered_s, down_s, place);
GRANT SELECT ON device_hours, device_span TO minerx_app;

-- A settled day's minutes become its hours; their part of the table is gone at once. The owner's alone: the app asks for past days only.
-- Where orders begin and end on a device is reckoned as in share.sql.ts.
CREATE FUNCTION fold_day_minutes(wanted date) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  PERFORM lock_day_minutes(wanted, true);
  IF NOT EXISTS (SELECT FROM settlement_day WHERE day = wanted AND state = 'settled') THEN
    RAISE EXCEPTION 'the minutes of % are still needed', wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'device_hours_settled';
  END IF;
  INSERT INTO device_hours (day, device_id, since, hashes, covered_s, down_s)
  WITH hours AS (
    SELECT array_agg(DISTINCT c ORDER BY c) AS since FROM (
      SELECT generate_series(0, 1380, 60) UNION ALL
      SELECT (g ->> 'fromMinute')::integer FROM settlement_day, jsonb_array_elements(segments) g WHERE day = wanted) x (c)),
  own AS (
    SELECT a.device_id, (SELECT array_agg(DISTINCT c ORDER BY c) FROM unnest(array_agg(v.c) || min(h.since)) c) AS since
      FROM allocation a JOIN miner_order o ON o.id = a.order_id CROSS JOIN hours h
     CROSS JOIN LATERAL (SELECT ceil(extract(epoch FROM t.at - wanted::timestamptz) / 60)::integer AS c
                           FROM (VALUES (greatest(o.activated_at, a.allocated_at)), (a.released_at)) t (at)
                          WHERE t.at > wanted AND t.at <= wanted + interval '1439 minutes') v
     WHERE a.allocated_at < wanted + 1 AND (a.released_at IS NULL OR a.released_at > wanted) GROUP BY 1),
  sums AS (
    SELECT m.device_id, coalesce(o.since, h.since) AS since, width_bucket(m.minute::integer, coalesce(o.since, h.since)) AS place,
           sum(m.hashes) AS hashes, sum(m.covered_s) AS covered_s, sum(m.down_s) AS down_s
      FROM device_minute m CROSS JOIN hours h LEFT JOIN own o ON o.device_id = m.device_id WHERE m.day = wanted GROUP BY 1, 2, 3)
  SELECT wanted, d.device_id, d.since::smallint[], array_agg(coalesce(s.hashes, 0)::bigint ORDER BY p.place),
         array_agg(coalesce(s.covered_s, 0)::smallint ORDER BY p.place), array_agg(coalesce(s.down_s, 0)::smallint ORDER BY p.place)
    FROM (SELECT DISTINCT device_id, since FROM sums) d CROSS JOIN LATERAL generate_series(1, cardinality(d.since)) p (place)
    LEFT JOIN sums s ON s.device_id = d.device_id AND s.place = p.place GROUP BY 2, 3;
  -- Whoever measures waits for this moment, so it gives up soon and tries again later.
  PERFORM set_config('lock_timeout', '2s', true);
  EXECUTE format('DROP TABLE IF EXISTS public.%I', 'device_minute_' || to_char(wanted, 'YYYYMMDD'));
END $$;
REVOKE ALL ON FUNCTION fold_day_minutes FROM PUBLIC;

-- Corrections look back forty days; the database holds to it as well.
CREATE FUNCTION fold_past_minutes(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF wanted >= (now() AT TIME ZONE 'UTC')::date - 40 THEN
    RAISE EXCEPTION 'the minutes of % are still needed', wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'device_hours_past';
  END IF;
  PERFORM fold_day_minutes(wanted);
END $$;
REVOKE ALL ON FUNCTION fold_past_minutes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_past_minutes TO minerx_app;

-- Nothing is added to a day whose minutes are gone: nobody could say any more whether it fits.
CREATE FUNCTION refuse_late_minutes_of_hours() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT day FROM written) w WHERE EXISTS (SELECT FROM device_hours h WHERE h.day = w.day)) THEN
    RAISE EXCEPTION 'the minutes of that day have become hours' USING ERRCODE = 'check_violation', CONSTRAINT = 'device_minute_late_past';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER device_minute_late_past AFTER INSERT ON device_minute_late REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_minutes_of_hours();
