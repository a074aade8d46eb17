-- What waits and what may be agreed to is asked in one place: both mean the same proposals, whatever is asked of them later.
CREATE FUNCTION is_said_proposal(p operator_proposal) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  -- Those that waited when this began to be asked have no transaction: they are found by the rest.
  SELECT EXISTS (SELECT FROM audit a WHERE a.subject = 'proposal:' || p.id AND a.action = 'proposal.make' AND a.actor = p.proposed_by
                    AND a.detail ->> 'action' = p.action AND a.tx = coalesce(p.made_tx, a.tx))
$$;

CREATE OR REPLACE FUNCTION require_said_proposal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT is_said_proposal(OLD) THEN
    RAISE 'nobody has said that they propose it' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
