-- An agreement takes a proposal that its operator has made: the audit log has said so in the transaction that made it. A row alone, written by
-- whoever writes as the app, is nothing that anybody asked for.
CREATE OR REPLACE FUNCTION proposal_goes_on() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.decided_by IS NOT NULL THEN RAISE 'a proposal waits when it is made' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_waits'; END IF;
    NEW.made_tx := own;
    NEW.decided_tx := NULL;
    RETURN NEW;
  END IF;
  IF OLD.decided_by IS NOT NULL AND (NEW.decided_by, NEW.decided_at, NEW.agreed) IS DISTINCT FROM (OLD.decided_by, OLD.decided_at, OLD.agreed) THEN
    RAISE 'what was decided stays so' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_decided_once';
  END IF;
  -- With oneself is refused by the table already.
  IF OLD.decided_by IS NULL AND NEW.agreed AND NEW.decided_by <> NEW.proposed_by THEN
    IF OLD.made_tx = own OR 2 > (SELECT count(*) FROM operator o WHERE 'operator:' || o.email IN (NEW.proposed_by, NEW.decided_by)
                                    AND o.disabled_at IS NULL AND o.role IN ('finance', 'admin')) THEN
      RAISE 'two operators agree, one after the other' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_of_two';
    END IF;
    -- Those that waited when this began to be asked have no transaction: they are found by the rest.
    IF NOT EXISTS (SELECT FROM audit a WHERE a.subject = 'proposal:' || OLD.id AND a.action = 'proposal.make' AND a.actor = OLD.proposed_by
                     AND a.detail ->> 'action' = OLD.action AND a.tx = coalesce(OLD.made_tx, a.tx)) THEN
      RAISE 'nobody has said that they propose it' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_said';
    END IF;
    NEW.decided_tx := own;
  END IF;
  RETURN NEW;
END $$;
