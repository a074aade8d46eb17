-- Nobody takes an account by its address, or ends one, without saying so: in the transaction's own line of the audit log.
CREATE FUNCTION require_told_address() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM audit a WHERE a.tx = pg_current_xact_id()::text::bigint AND a.subject = 'member:' || NEW.id
                    AND CASE WHEN NEW.email_key = 'deleted-' || NEW.id || '@deleted.invalid'
                             THEN a.action = 'member.delete' AND EXISTS (SELECT FROM member m WHERE m.id = NEW.id AND m.frozen_at IS NOT NULL)
                             ELSE a.action = 'member.email' AND EXISTS (SELECT FROM factor_change f
                                    WHERE f.tx = a.tx AND f.member_id = NEW.id AND f.kind = 'email') END) THEN
    RAISE EXCEPTION 'an address changes, and an account ends, together with a line of the audit log' USING ERRCODE = 'check_violation', CONSTRAINT = 'member_address_told';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER member_address_told AFTER UPDATE OF email, email_key ON member DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.email, OLD.email_key) IS DISTINCT FROM (NEW.email, NEW.email_key)) EXECUTE FUNCTION require_told_address();

-- As before (100), and all that earlier addresses, the account at BTA Pay, names of passkeys and mails that still wait tell.
CREATE OR REPLACE FUNCTION erase_member(erased bigint, password text, pin text) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- Every address that it had, but for one that is somebody else's by now.
  known text[] := ARRAY(SELECT a.address FROM row_version v CROSS JOIN LATERAL (VALUES (v.value->>3), (v.value->>4)) a (address)
                         WHERE v.table_name = 'member' AND v.key = erased::text
                           AND NOT EXISTS (SELECT FROM member m WHERE m.id <> erased AND m.email_key = lower(a.address)));
  pictures bytea[] := ARRAY(SELECT DISTINCT m.image_hash FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id
                             WHERE t.member_id = erased AND m.image_hash IS NOT NULL);
BEGIN
  UPDATE member SET full_name = 'Deleted member', email = 'deleted-' || erased || '@deleted.invalid', email_key = 'deleted-' || erased || '@deleted.invalid',
                    mobile = '', btapay_id = NULL, password_hash = password, pin_hash = pin WHERE id = erased;
  -- The newest version is the one just written; earlier ones keep their place and lose whom they named.
  UPDATE row_version v SET value = jsonb_set(jsonb_set(jsonb_set(jsonb_set(v.value, '{3}', '""', false), '{4}', '""', false), '{7}', 'null', false), '{11}', '""', false)
   WHERE v.table_name = 'member' AND v.key = erased::text
     AND v.id < (SELECT max(n.id) FROM row_version n WHERE n.table_name = 'member' AND n.key = erased::text);
  UPDATE passkey SET name = '' WHERE member_id = erased;
  UPDATE row_version v SET value = jsonb_set(v.value, '{3}', '""', false) FROM passkey p
   WHERE p.member_id = erased AND v.table_name = 'passkey' AND v.key = p.id::text;
  UPDATE ticket_message m SET message = '–', image_hash = NULL FROM ticket t WHERE t.id = m.ticket_id AND t.member_id = erased;
  UPDATE session SET device = '', address = '' WHERE member_id = erased;
  DELETE FROM push_subscription WHERE member_id = erased;
  DELETE FROM notice WHERE member_id = erased;
  DELETE FROM notice_choice WHERE member_id = erased;
  DELETE FROM one_use_link WHERE member_id = erased;
  DELETE FROM email_code WHERE email_key = ANY (known);
  DELETE FROM attempt WHERE split_part(subject, '#', 1) = ANY (SELECT k.kind || a FROM unnest(known) a, (VALUES ('login:'), ('links:')) k (kind))
                         OR (subject LIKE 'code:%' AND substring(subject FROM '^code:[^:]*:(.*)$') = ANY (known));
  DELETE FROM outbox WHERE topic = 'mail' AND payload->'to'->>'address' = ANY (known);
  RETURN QUERY DELETE FROM stored_file f WHERE f.hash = ANY (pictures) AND NOT EXISTS (SELECT FROM ticket_message m WHERE m.image_hash = f.hash)
               RETURNING encode(f.hash, 'hex');
END $$;
