-- Work that was given up stays where operators see it, until one of them sends it again or drops it.
ALTER TABLE outbox ADD COLUMN given_up_at timestamptz;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (not_before, id) WHERE given_up_at IS NULL;

-- Refusals need not be kept for ever; what was done is. The app may not delete commands, so it asks for just this.
CREATE INDEX command_refused ON command (at) WHERE (answer ->> 'ok') = 'false';
CREATE FUNCTION sweep_refusals(before timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DELETE FROM command WHERE (answer ->> 'ok') = 'false' AND at < least(before, now() - interval '7 days')
$$;
REVOKE ALL ON FUNCTION sweep_refusals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sweep_refusals TO minerx_app;
