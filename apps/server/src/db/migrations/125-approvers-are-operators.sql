-- Whose yes stands at a withdrawal is an operator who may give it: whoever writes as the app puts nobody else there, neither a name that nobody
-- has nor the same one in other letters. While there never was but one operator, what is typed at the shell is enough.
CREATE FUNCTION require_approvers() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user <> 'minerx_app' OR (SELECT count(*) FROM operator) < 2 THEN RETURN NEW; END IF;
  IF EXISTS (
    SELECT FROM (VALUES (NEW.first_approver, OLD.first_approver), (NEW.second_approver, OLD.second_approver)) AS named (approver, before)
     WHERE approver IS DISTINCT FROM before AND approver IS NOT NULL AND NOT EXISTS (
       SELECT FROM operator o WHERE 'operator:' || o.email = approver AND o.disabled_at IS NULL AND o.role IN ('finance', 'admin'))) THEN
    RAISE 'an operator who may approve says yes' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approved_by_operators BEFORE UPDATE OF first_approver, second_approver ON withdrawal FOR EACH ROW
  WHEN ((OLD.first_approver, OLD.second_approver) IS DISTINCT FROM (NEW.first_approver, NEW.second_approver)) EXECUTE FUNCTION require_approvers();
CREATE TRIGGER approved_by_operators BEFORE UPDATE OF first_approver, second_approver ON nft_withdrawal FOR EACH ROW
  WHEN ((OLD.first_approver, OLD.second_approver) IS DISTINCT FROM (NEW.first_approver, NEW.second_approver)) EXECUTE FUNCTION require_approvers();

-- None is asked for with a yes already: an insert names nobody.
CREATE FUNCTION require_no_approvers() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user = 'minerx_app' THEN
    RAISE 'nobody approves what is only asked for' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER asked_without_yes BEFORE INSERT ON withdrawal FOR EACH ROW
  WHEN (NEW.first_approver IS NOT NULL OR NEW.second_approver IS NOT NULL) EXECUTE FUNCTION require_no_approvers();
CREATE TRIGGER asked_without_yes BEFORE INSERT ON nft_withdrawal FOR EACH ROW
  WHEN (NEW.first_approver IS NOT NULL OR NEW.second_approver IS NOT NULL) EXECUTE FUNCTION require_no_approvers();
