-- Days of measurements are made by the owner on behalf of the app: as many as there can be, and none of another century.
CREATE OR REPLACE FUNCTION ensure_device_minute_day(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF to_regclass('public.device_minute_' || to_char(wanted, 'YYYYMMDD')) IS NULL THEN
    IF wanted IS NULL OR wanted < '2020-01-01' OR wanted >= '2100-01-01' OR (SELECT count(*) FROM pg_inherits WHERE inhparent = 'public.device_minute'::regclass) >= 5000 THEN
      RAISE EXCEPTION 'there is no room for the minutes of %', wanted USING ERRCODE = 'program_limit_exceeded';
    END IF;
    PERFORM pg_advisory_xact_lock(7240101);
    EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.device_minute FOR VALUES FROM (%L) TO (%L)',
                   'device_minute_' || to_char(wanted, 'YYYYMMDD'), wanted, wanted + 1);
  END IF;
END $$;
REVOKE ALL ON FUNCTION ensure_device_minute_day FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_device_minute_day TO minerx_app;

-- Nothing here keeps large objects. An owner who is no superuser may not take this right away from everybody: then it stays, with a notice.
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
              AND proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_open', 'lowrite', 'lo_truncate', 'lo_truncate64', 'lo_unlink') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'large objects can still be made by everybody in this database';
END $$;
