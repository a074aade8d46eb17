-- Who may agree to what takes two, and say yes to what leaves, said once: an operator who is there, not disabled, of finance or admin.
CREATE FUNCTION may_agree(actor text) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM operator o WHERE 'operator:' || o.email = actor AND o.disabled_at IS NULL AND o.role IN ('finance', 'admin'))
$$;

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
    IF OLD.made_tx = own OR NOT (may_agree(NEW.proposed_by) AND may_agree(NEW.decided_by)) THEN
      RAISE 'two operators agree, one after the other' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_of_two';
    END IF;
    NEW.decided_tx := own;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION require_approvers() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user <> 'minerx_app' OR (SELECT count(*) FROM operator) < 2 THEN RETURN NEW; END IF;
  IF EXISTS (
    SELECT FROM (VALUES (NEW.first_approver, OLD.first_approver), (NEW.second_approver, OLD.second_approver)) AS named (approver, before)
     WHERE approver IS DISTINCT FROM before AND approver IS NOT NULL AND NOT may_agree(approver)) THEN
    RAISE 'an operator who may approve says yes' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;

-- No action makes a wallet, a package or a coin of a network: a release brings them, with prices and limits that two agree to from then on. Where
-- there are two, the owner of the database writes them at the release's first start, and whoever writes as the app does not.
CREATE FUNCTION require_release() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user = 'minerx_app' AND (SELECT count(*) FROM operator) >= 2 THEN
    RAISE 'a new row of % comes with a release: the owner of the database writes it (DATABASE_OWNER_URL)', TG_TABLE_NAME
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_by_release AFTER INSERT ON wallet_type FOR EACH ROW EXECUTE FUNCTION require_release();
CREATE TRIGGER package_by_release AFTER INSERT ON miner_package FOR EACH ROW EXECUTE FUNCTION require_release();
CREATE TRIGGER coin_by_release AFTER INSERT ON asset_network FOR EACH ROW EXECUTE FUNCTION require_release();
