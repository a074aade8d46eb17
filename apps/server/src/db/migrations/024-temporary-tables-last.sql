-- A search path that does not name pg_temp begins with it: a temporary table of the app named like one of ours was then what
-- triggers read and wrote, some of them with the owner's rights and with words of the table in a statement of their own.
DO $$
DECLARE ours regprocedure;
BEGIN
  FOR ours IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND (prosecdef OR prorettype = 'trigger'::regtype) LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', ours);
  END LOOP;
END $$;
