-- Wrong tries are counted where the app can write; so that nobody takes tries back by writing, a count carries a seal of a secret that the
-- database does not know, its version and time only rise, and it goes when it is old and not before. Those from before begin anew.
DELETE FROM attempt WHERE subject NOT LIKE 'mails:%';
ALTER TABLE attempt ADD COLUMN version bigint NOT NULL DEFAULT 1, ADD COLUMN seal bytea,
  ADD CHECK (updated_at BETWEEN '2000-01-01' AND '9999-01-01' AND locked_until BETWEEN '2000-01-01' AND '9999-01-01');

CREATE FUNCTION attempt_goes_on() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.version <> OLD.version + 1 OR NEW.updated_at < OLD.updated_at THEN RAISE EXCEPTION 'what was counted goes on'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempt_goes_on BEFORE UPDATE ON attempt FOR EACH ROW EXECUTE FUNCTION attempt_goes_on();

-- By the database's own clock, whatever moment is given. Counts of PINs and second factors are kept for 30 days, others for two.
CREATE FUNCTION forget_attempts(at timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM attempt WHERE updated_at < least(at, now()) - interval '2 days' AND coalesce(locked_until < least(at, now()) - interval '2 days', true)
     AND (NOT subject LIKE ANY ('{pin:%,factor:%}') OR updated_at < least(at, now()) - interval '30 days')
$$;
REVOKE ALL ON FUNCTION forget_attempts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_attempts TO minerx_app;

REVOKE DELETE ON attempt FROM minerx_app;
GRANT UPDATE (version, seal) ON attempt TO minerx_app;
