-- What operators did is kept where every answer is. An answer that is null: it is being worked on, or its process ended meanwhile.
ALTER TABLE command ALTER COLUMN answer DROP NOT NULL;
GRANT UPDATE (answer, at) ON command TO minerx_app;

-- Only what has no answer yet gets one.
CREATE FUNCTION refuse_second_answer() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'command % % % has its answer', OLD.actor, OLD.name, OLD.key;
END
$$;
CREATE TRIGGER command_answered BEFORE UPDATE OF answer, at ON command
  FOR EACH ROW WHEN (OLD.answer IS NOT NULL) EXECUTE FUNCTION refuse_second_answer();

-- A key of before stays used for the seven days that refusals are kept. What was asked under it was not kept: its fingerprint is nobody's.
INSERT INTO command (actor, name, key, fingerprint, answer, at)
  SELECT 'operator:' || o.email, r.action, r.key, ''::bytea, '{"ok": false, "code": "err_conflict"}', r.begun_at
    FROM operator_run r JOIN operator o ON o.id = r.operator_id;
DROP TABLE operator_run;
