-- How many machines were asked and answer, and when any was last, as operators and the scrape ask all day: counted where the rows are
-- written, so that nobody counts a fleet. Only collectors change what is counted; others who write a row of the table change nothing here.
CREATE TABLE fleet_state (
  one         boolean PRIMARY KEY DEFAULT true CHECK (one),
  polled      integer NOT NULL,
  connected   integer NOT NULL,
  measured_at timestamptz
);
INSERT INTO fleet_state (polled, connected, measured_at)
  SELECT count(polled_at), count(*) FILTER (WHERE connected), max(polled_at) FROM device_state;
GRANT SELECT ON fleet_state TO minerx_app;

CREATE FUNCTION count_fleet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  more record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT count(polled_at) AS polled, count(*) FILTER (WHERE connected) AS connected, max(polled_at) AS measured_at INTO more FROM after;
  ELSE
    SELECT a.polled - b.polled AS polled, a.connected - b.connected AS connected, a.measured_at INTO more
      FROM (SELECT count(polled_at) AS polled, count(*) FILTER (WHERE connected) AS connected, max(polled_at) AS measured_at FROM after) a,
           (SELECT count(polled_at) AS polled, count(*) FILTER (WHERE connected) AS connected FROM before) b;
  END IF;
  UPDATE fleet_state SET polled = polled + more.polled, connected = connected + more.connected, measured_at = greatest(measured_at, more.measured_at)
   WHERE more.polled <> 0 OR more.connected <> 0 OR more.measured_at > coalesce(measured_at, '-infinity');
  RETURN NULL;
END $$;
CREATE TRIGGER counts_new AFTER INSERT ON device_state REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_fleet();
CREATE TRIGGER counts_changed AFTER UPDATE ON device_state REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_fleet();

-- What a settled day came to, as operators look at it: reckoned from every machine and every reward of the day when it is settled, and again
-- when a correction ends. A day without a row is reckoned when it is looked at.
CREATE TABLE settlement_summary (
  day             date PRIMARY KEY,
  formula_sat     bigint  NOT NULL,
  credited_sat    bigint  NOT NULL,
  correction_sat  bigint  NOT NULL,
  unseen_devices  integer NOT NULL,
  outlying        integer NOT NULL,
  -- Those that the pool filled or cut most.
  machines        jsonb   NOT NULL
);
GRANT SELECT, INSERT ON settlement_summary TO minerx_app;
GRANT UPDATE (formula_sat, credited_sat, correction_sat, unseen_devices, outlying, machines) ON settlement_summary TO minerx_app;
