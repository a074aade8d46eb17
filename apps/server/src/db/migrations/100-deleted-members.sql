-- What no law asks for of a member who is deleted, taken out in one step: the app may change none of it by itself. Rows that tell of money,
-- and what proves them, stay; sessions stay as ended, without device and address, since tokens of the last minutes are judged by them.
-- Gives the pictures that nobody refers to any more.
CREATE FUNCTION erase_member(erased bigint, password text, pin text) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  known text := (SELECT email_key FROM member WHERE id = erased);
  pictures bytea[] := ARRAY(SELECT DISTINCT m.image_hash FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id
                             WHERE t.member_id = erased AND m.image_hash IS NOT NULL);
BEGIN
  UPDATE member SET full_name = 'Deleted member', email = 'deleted-' || erased || '@deleted.invalid', email_key = 'deleted-' || erased || '@deleted.invalid',
                    mobile = '', password_hash = password, pin_hash = pin WHERE id = erased;
  -- The newest version is the one just written; earlier ones keep their place and lose whom they named.
  UPDATE row_version v SET value = jsonb_set(jsonb_set(jsonb_set(v.value, '{3}', '""', false), '{4}', '""', false), '{11}', '""', false)
   WHERE v.table_name = 'member' AND v.key = erased::text
     AND v.id < (SELECT max(n.id) FROM row_version n WHERE n.table_name = 'member' AND n.key = erased::text);
  UPDATE ticket_message m SET message = '–', image_hash = NULL FROM ticket t WHERE t.id = m.ticket_id AND t.member_id = erased;
  UPDATE session SET device = '', address = '' WHERE member_id = erased;
  DELETE FROM push_subscription WHERE member_id = erased;
  DELETE FROM notice WHERE member_id = erased;
  DELETE FROM notice_choice WHERE member_id = erased;
  DELETE FROM one_use_link WHERE member_id = erased;
  DELETE FROM email_code WHERE email_key = known;
  DELETE FROM attempt WHERE split_part(subject, '#', 1) IN ('login:' || known, 'links:' || known)
                         OR (subject LIKE 'code:%' AND right(subject, length(known) + 1) = ':' || known);
  RETURN QUERY DELETE FROM stored_file f WHERE f.hash = ANY (pictures) AND NOT EXISTS (SELECT FROM ticket_message m WHERE m.image_hash = f.hash)
               RETURNING encode(f.hash, 'hex');
END $$;
REVOKE ALL ON FUNCTION erase_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_member TO minerx_app;
CREATE INDEX ticket_message_image ON ticket_message (image_hash) WHERE image_hash IS NOT NULL;
