-- What two operators decide comes about by two of them, whatever the code says: whoever writes as the app has to leave a proposal of exactly
-- that, made in one transaction by one operator and agreed to by another one in the transaction of the change itself. The owner, who could
-- drop these triggers, is not held by them: migrations change what they must. While there never was but one operator there is nobody to agree.
ALTER TABLE operator_proposal ADD COLUMN made_tx bigint, ADD COLUMN decided_tx bigint;
CREATE INDEX operator_proposal_agreed ON operator_proposal (decided_tx) WHERE agreed;
-- Those that wait are read page by page, in the order in which they were made.
DROP INDEX operator_proposal_waiting;
CREATE INDEX operator_proposal_waiting ON operator_proposal (id) WHERE decided_by IS NULL;

-- A proposal waits when it is made, is decided once, and agreed to by people who may: both are there, neither is disabled.
CREATE FUNCTION proposal_goes_on() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
    NEW.decided_tx := own;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposal_goes_on BEFORE INSERT OR UPDATE ON operator_proposal FOR EACH ROW EXECUTE FUNCTION proposal_goes_on();

-- Whether what was typed means the value of a column; a number is how many of the column's units one that is typed has.
CREATE FUNCTION typed_means(kind text, typed text, value text) RETURNS boolean LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE kind
    WHEN 'text' THEN lower(normalize(typed, NFKC)) = lower(normalize(value, NFKC))
    WHEN 'switch' THEN lower(typed) IN ('yes', 'on') AND value::boolean OR lower(typed) IN ('no', 'off') AND NOT value::boolean
    WHEN 'wallet' THEN upper(typed) = (SELECT w.name FROM wallet_type w WHERE w.id = value::smallint)
    WHEN 'network' THEN upper(typed) = (SELECT upper(n.label) FROM network n WHERE n.id = value::smallint)
    WHEN 'count' THEN CASE WHEN typed = 'unlimited' THEN value IS NULL ELSE typed::numeric = value::numeric END
    WHEN 'list' THEN CASE WHEN typed = 'none' THEN '[]' ELSE to_jsonb(ARRAY(SELECT btrim(t) FROM unnest(string_to_array(typed, ',')) t)) END = value::jsonb
    ELSE typed::numeric * kind::numeric = value::numeric
  END
$$;

-- Asks at the commit for the agreement to a row's change. Its words: the action; then a line for each field of it, "field column kind", and "key"
-- for what has to be typed and to be so. Of other columns what changed has to be typed; a new row takes what was left out from the code.
CREATE FUNCTION require_two() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  becomes jsonb := to_jsonb(NEW);
  was jsonb := to_jsonb(OLD);
BEGIN
  IF current_user <> 'minerx_app' OR (SELECT count(*) FROM operator) < 2 THEN RETURN NULL; END IF;
  PERFORM FROM operator_proposal p WHERE p.decided_tx = pg_current_xact_id()::text::bigint AND p.agreed AND p.action = TG_ARGV[0] AND NOT EXISTS (
    SELECT FROM unnest(TG_ARGV[1:]) line
     CROSS JOIN LATERAL (SELECT string_to_array(line, ' ') AS word) w
     CROSS JOIN LATERAL (SELECT nullif(btrim(p.input ->> w.word[1]), '') AS typed, becomes ->> w.word[2] AS value, w.word[4] = 'key' AS is_key) f
     WHERE CASE WHEN f.is_key THEN true
                WHEN was IS NULL THEN f.typed IS NOT NULL
                ELSE f.value IS DISTINCT FROM was ->> w.word[2] END
       AND typed_means(w.word[3], f.typed, f.value) IS NOT TRUE);
  IF NOT FOUND THEN
    RAISE '% takes two operators', TG_ARGV[0] USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

-- Who is an operator, and of which role. Nobody becomes one without an invitation of that role, and an invitation is used up by whom it names.
CREATE CONSTRAINT TRIGGER invited_by_two AFTER INSERT ON operator_invitation DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_two('operator invite', 'email email text key', 'name name text key', 'role role text key');
CREATE CONSTRAINT TRIGGER role_by_two AFTER UPDATE OF role ON operator DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION require_two('operator role', 'email email text key', 'role role text key');
CREATE CONSTRAINT TRIGGER enabled_by_two AFTER UPDATE OF disabled_at ON operator DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL) EXECUTE FUNCTION require_two('operator enable', 'email email text key');
CREATE FUNCTION require_invitation() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_user = 'minerx_app' AND NOT EXISTS (SELECT FROM operator_invitation i
       WHERE i.email = NEW.email AND i.name = NEW.name AND i.role = NEW.role AND i.used_at IS NOT NULL) THEN
    RAISE 'an operator is invited first' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER operator_invited AFTER INSERT ON operator DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_invitation();

-- Prices, fees and bounds. The price of BTC is the market's.
CREATE CONSTRAINT TRIGGER price_by_two AFTER UPDATE OF price_units ON wallet_type DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.id <> 3 AND OLD.price_units <> NEW.price_units)
  EXECUTE FUNCTION require_two('price set', 'wallet id wallet key', 'price price_units 100000000 key');
CREATE CONSTRAINT TRIGGER package_by_two AFTER UPDATE OF price_units, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, active
  ON miner_package DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.price_units, OLD.max_profit_units, OLD.activation_fee_units, OLD.roi_display_units, OLD.roi_display_max_units, OLD.active)
        IS DISTINCT FROM (NEW.price_units, NEW.max_profit_units, NEW.activation_fee_units, NEW.roi_display_units, NEW.roi_display_max_units, NEW.active))
  EXECUTE FUNCTION require_two('package set', 'id id 1 key', 'price price_units 100000000', 'max-profit max_profit_units 100000000',
    'fee activation_fee_units 100000000', 'roi-from roi_display_units 100000000', 'roi-to roi_display_max_units 100000000', 'active active switch');
CREATE CONSTRAINT TRIGGER picks_by_two AFTER UPDATE OF free_blessings ON miner_package DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.free_blessings <> NEW.free_blessings)
  EXECUTE FUNCTION require_two('blessing grant', 'package id 1 key', 'count free_blessings 1 key');
CREATE CONSTRAINT TRIGGER terms_by_two AFTER UPDATE OF fee_units, min_withdraw_units, daily_limit_units, two_operators_above_units
  ON asset_network DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.fee_units, OLD.min_withdraw_units, OLD.daily_limit_units, OLD.two_operators_above_units)
        IS DISTINCT FROM (NEW.fee_units, NEW.min_withdraw_units, NEW.daily_limit_units, NEW.two_operators_above_units))
  EXECUTE FUNCTION require_two('withdrawal terms', 'wallet wallet_id wallet key', 'network network_id network key', 'fee fee_units 100000000',
    'minimum min_withdraw_units 100000000', 'limit daily_limit_units 100000000', 'second two_operators_above_units 100000000');
CREATE CONSTRAINT TRIGGER pool_fee_by_two AFTER INSERT OR UPDATE ON pool_fee DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_two('settlement fee', 'percent fee_ppm 10000 key');

-- A new row and a changed one are asked alike; a trigger for both cannot say what changed.
CREATE CONSTRAINT TRIGGER new_pair_by_two AFTER INSERT ON swap_pair DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_two('swap set', 'from from_wallet wallet key', 'to to_wallet wallet key', 'spread spread_ppm 10000 key',
    'fee fee_ppm 10000 key', 'min min_units 100000000 key', 'max max_units 100000000 key', 'offered enabled switch');
CREATE CONSTRAINT TRIGGER pair_by_two AFTER UPDATE ON swap_pair DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION require_two('swap set', 'from from_wallet wallet key', 'to to_wallet wallet key', 'spread spread_ppm 10000',
    'fee fee_ppm 10000', 'min min_units 100000000', 'max max_units 100000000', 'offered enabled switch');
CREATE CONSTRAINT TRIGGER new_prize_by_two AFTER INSERT ON blessing_prize DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_two('prize set', 'id id 1 key', 'name name text key', 'from min_units 100000000 key', 'to max_units 100000000',
    'weight weight 1 key', 'count total count', 'draw enabled switch', 'package voucher_package_id 1');
CREATE CONSTRAINT TRIGGER prize_by_two AFTER UPDATE OF weight, total, enabled ON blessing_prize DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.weight, OLD.total, OLD.enabled) IS DISTINCT FROM (NEW.weight, NEW.total, NEW.enabled))
  EXECUTE FUNCTION require_two('prize set', 'id id 1 key', 'weight weight 1', 'count total count', 'draw enabled switch');

-- Settings that two decide, by their keys: an upsert that changes nothing asks nobody.
DO $$
DECLARE
  asked record;
BEGIN
  FOR asked IN SELECT * FROM (VALUES
    ('withdrawal_address_hold_hours', 'wait', 'withdrawal hold', 'hours value 1 key'),
    ('price_band_ppm', 'band', 'price band', 'percent value 10000 key'),
    ('nft_withdraw_fee', 'nft_fee', 'nft terms', 'fee value 1 key'),
    ('nft_two_operators', 'nft_second', 'nft terms', 'second value list key')) t (key, name, action, field)
  LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER new_%1$s_by_two AFTER INSERT ON setting DEFERRABLE INITIALLY DEFERRED
                      FOR EACH ROW WHEN (NEW.key = %2$L) EXECUTE FUNCTION require_two(%3$L, %4$L)', asked.name, asked.key, asked.action, asked.field);
    EXECUTE format('CREATE CONSTRAINT TRIGGER %1$s_by_two AFTER UPDATE ON setting DEFERRABLE INITIALLY DEFERRED
                      FOR EACH ROW WHEN (NEW.key = %2$L AND (OLD.key, OLD.value) IS DISTINCT FROM (NEW.key, NEW.value))
                      EXECUTE FUNCTION require_two(%3$L, %4$L)', asked.name, asked.key, asked.action, asked.field);
  END LOOP;
END $$;

-- A credit or debit by hand: a batch holds commands of many, so the line of the audit log says which proposal a transfer carries out, and each
-- proposal is carried out by one.
CREATE FUNCTION require_two_for_adjustment() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF current_user <> 'minerx_app' OR (SELECT count(*) FROM operator) < 2 THEN RETURN NULL; END IF;
  PERFORM FROM audit a
    JOIN operator_proposal p ON p.id::text = a.detail #>> '{agreed,proposal}' AND p.decided_tx = own AND p.agreed AND p.action = 'member ' || NEW.kind
    JOIN member m ON m.id = NEW.member_id AND typed_means('text', btrim(p.input ->> 'email'), m.email_key)
    JOIN posting o ON o.transfer_id = NEW.id AND typed_means('wallet', btrim(p.input ->> 'wallet'), o.wallet_id::text)
                  AND typed_means('100000000', btrim(p.input ->> 'amount'), o.amount::text)
                  AND account_of(m.id, o.wallet_id) = CASE NEW.kind WHEN 'credit' THEN o.destination ELSE o.source END
   WHERE a.tx = own AND a.action = 'member.' || NEW.kind AND a.detail ->> 'transferId' = NEW.id::text
     AND (SELECT count(*) FROM posting o WHERE o.transfer_id = NEW.id) = 1
     AND (SELECT count(*) FROM audit b WHERE b.tx = own AND b.action = a.action AND b.detail #>> '{agreed,proposal}' = p.id::text) = 1;
  IF NOT FOUND THEN
    RAISE 'member % takes two operators', NEW.kind USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER adjustment_by_two AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind IN ('credit', 'debit')) EXECUTE FUNCTION require_two_for_adjustment();
