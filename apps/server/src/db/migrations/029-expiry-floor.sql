-- The latest moment by which anything was judged to be over: no start judges by an earlier one, whatever its machine's clock says.
CREATE TABLE expiry_floor (
  single boolean     PRIMARY KEY DEFAULT true CHECK (single),
  at     timestamptz NOT NULL
);

CREATE FUNCTION expiry_floor_rises() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.at < OLD.at THEN RAISE EXCEPTION 'what is over stays over'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER expiry_floor_rises BEFORE UPDATE ON expiry_floor FOR EACH ROW EXECUTE FUNCTION expiry_floor_rises();

GRANT SELECT, INSERT, UPDATE (at) ON expiry_floor TO minerx_app;
