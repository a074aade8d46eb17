-- Payouts are opened by nobody without saying so in the audit log, in the same transaction: who, why, and what was known.
CREATE FUNCTION require_told_opening() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM audit a WHERE a.tx = pg_current_xact_id()::text::bigint AND a.action = 'payouts.open' AND a.at = NEW.lifted_at
                    AND a.actor = NEW.lifted_by AND a.reason = NEW.reason AND a.detail->'known' = NEW.known) THEN
    RAISE EXCEPTION 'payouts are opened together with a line of the audit log' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_freeze_opening BEFORE UPDATE ON payout_freeze FOR EACH ROW EXECUTE FUNCTION require_told_opening();
