-- An agreement takes a proposal that its operator has made: the audit log has said so in the transaction that made it. A row alone, written by
-- whoever writes as the app, is nothing that anybody asked for.
CREATE FUNCTION require_said_proposal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Those that waited when this began to be asked have no transaction: they are found by the rest.
  IF NOT EXISTS (SELECT FROM audit a WHERE a.subject = 'proposal:' || OLD.id AND a.action = 'proposal.make' AND a.actor = OLD.proposed_by
                   AND a.detail ->> 'action' = OLD.action AND a.tx = coalesce(OLD.made_tx, a.tx)) THEN
    RAISE 'nobody has said that they propose it' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
-- After `proposal_goes_on`, by their names. With oneself is refused by the table already.
CREATE TRIGGER proposal_said BEFORE UPDATE ON operator_proposal FOR EACH ROW
  WHEN (OLD.decided_by IS NULL AND NEW.agreed AND NEW.decided_by <> NEW.proposed_by) EXECUTE FUNCTION require_said_proposal();
