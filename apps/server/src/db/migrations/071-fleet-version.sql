-- What the collector follows has a number that grows when it changes, so that the devices are read again only then. Whoever changes it
-- holds the stock's rows first, so nobody waits for this row in another order.
CREATE TABLE device_fleet (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO device_fleet DEFAULT VALUES;
GRANT SELECT ON device_fleet TO minerx_app;

CREATE FUNCTION count_fleet_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE device_fleet SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER device_fleet_added AFTER INSERT OR DELETE ON device FOR EACH STATEMENT EXECUTE FUNCTION count_fleet_change();
CREATE TRIGGER device_fleet_changed AFTER UPDATE OF serial, host, port, simulated, rated_ths, site, retired_at, same_as ON device FOR EACH ROW
  WHEN ((OLD.serial, OLD.host, OLD.port, OLD.simulated, OLD.rated_ths, OLD.site, OLD.retired_at, OLD.same_as)
        IS DISTINCT FROM (NEW.serial, NEW.host, NEW.port, NEW.simulated, NEW.rated_ths, NEW.site, NEW.retired_at, NEW.same_as))
  EXECUTE FUNCTION count_fleet_change();
