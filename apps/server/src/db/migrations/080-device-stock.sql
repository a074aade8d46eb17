-- Where a device stands in the stock has a row of its own: every purchase writes it, and the device's own row stands in eight indexes,
-- each of which had to be written with it.
CREATE TABLE device_stock (
  device_id integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  line      text    NOT NULL,                 -- the device's, which never changes
  free      boolean NOT NULL DEFAULT true,
  in_stock  boolean NOT NULL DEFAULT true     -- it answered and the pool saw it: it may be placed
) WITH (fillfactor = 50);
INSERT INTO device_stock (device_id, line, free, in_stock) SELECT id, line, free, in_stock AND retired_at IS NULL FROM device;
CREATE INDEX device_stock_free ON device_stock (line, device_id) WHERE free AND in_stock;

DROP INDEX device_free;
ALTER TABLE device DROP COLUMN free, DROP COLUMN in_stock;

-- A trigger, so that no way of writing a device can forget it.
CREATE FUNCTION take_devices_in() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO device_stock (device_id, line) SELECT id, line FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER device_is_taken_in AFTER INSERT ON device
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION take_devices_in();

GRANT SELECT ON device_stock TO minerx_app;
GRANT UPDATE (free, in_stock) ON device_stock TO minerx_app;
