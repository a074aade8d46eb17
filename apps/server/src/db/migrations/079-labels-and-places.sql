-- What rows say beside their figures: that something is simulated, what a machine can do and where it answers, what was agreed to.
SELECT watch_rows('settlement_day', 'r.day::text', 'jsonb_build_array(r.segments, r.pool_fee_ppm, r.price_units, r.price_at, r.simulated)');
SELECT watch_rows('terms_acceptance', $$r.member_id || '/' || r.version$$, 'jsonb_build_array(r.language, extract(epoch FROM r.at))');
-- Simulated ones move with the simulators.
SELECT watch_rows('device', 'r.id::text', $$jsonb_build_array(r.serial, r.line, r.simulated, r.rated_ths, extract(epoch FROM r.retired_at),
  CASE WHEN NOT r.simulated THEN r.host || ' ' || r.port END)$$);
SELECT watch_rows('device_rating', $$r.device_id || '/' || extract(epoch FROM r.until)$$, 'jsonb_build_array(r.rated_ths)');

-- An order's place in line is said once, when it gets in line, and stays with it.
REVOKE UPDATE (place) ON miner_order FROM minerx_app;
ALTER TABLE order_terms ADD COLUMN place bigint;
UPDATE order_terms t SET place = o.place FROM miner_order o WHERE o.id = t.order_id AND o.place IS NOT NULL;
CREATE OR REPLACE FUNCTION keep_new_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO order_terms (order_id, member_id, package_id, amount_units, max_profit_units, voucher_id, package_amount_units,
                           package_max_profit_units, activation_fee_units, place)
    SELECT o.id, o.member_id, o.package_id, o.amount_units, o.max_profit_units, o.voucher_id, p.price_units * p.quantity,
           p.max_profit_units, o.activation_fee_units, o.place
      FROM added o JOIN miner_package p ON p.id = o.package_id;
  INSERT INTO order_placement (order_id, packs)
    SELECT o.id, CASE WHEN o.voucher_id IS NULL THEN p.free_blessings ELSE 0 END
      FROM added o JOIN miner_package p ON p.id = o.package_id WHERE o.status NOT IN (6, 10);
  INSERT INTO order_activation (order_id, activated_at, activation_fee_units, price_units)
    SELECT o.id, o.activated_at, o.activation_fee_units, coalesce((SELECT price_units FROM wallet_type WHERE id = 2), 0)
      FROM added o WHERE o.activated_at IS NOT NULL;
  RETURN NULL;
END $$;

-- What counts once is not made to count again, by whoever may write that it did.
CREATE FUNCTION refuse_going_back() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'what was used up of % stays so', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER steps_go_forward BEFORE UPDATE OF totp_step ON operator
  FOR EACH ROW WHEN (NEW.totp_step < OLD.totp_step) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER steps_go_forward BEFORE UPDATE OF step ON member_factor
  FOR EACH ROW WHEN (NEW.step < OLD.step) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER tries_go_forward BEFORE UPDATE OF tries ON email_code
  FOR EACH ROW WHEN (NEW.tries < OLD.tries) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER used_stays_used BEFORE UPDATE OF used_at ON email_code
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER used_stays_used BEFORE UPDATE OF used_at ON one_use_link
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER used_stays_used BEFORE UPDATE OF used_at ON member_recovery_code
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER used_stays_used BEFORE UPDATE OF used_at ON operator_recovery_code
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER used_stays_used BEFORE UPDATE OF used_at ON operator_invitation
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER ended_stays_ended BEFORE UPDATE OF ended_at ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER ended_stays_ended BEFORE UPDATE OF ended_at ON operator_session
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER used_stays_used BEFORE UPDATE OF rotated_at ON refresh_token
  FOR EACH ROW WHEN (OLD.rotated_at IS NOT NULL AND NEW.rotated_at IS NULL) EXECUTE FUNCTION refuse_going_back();
