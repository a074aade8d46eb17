-- Passkeys of operators are passkeys as those of members are: one table, one owner each.
DELETE FROM watched_table WHERE table_name = 'member_passkey';
ALTER TABLE member_passkey RENAME TO passkey;
ALTER INDEX member_passkey_pkey RENAME TO passkey_pkey;
ALTER INDEX member_passkey_credential_id_key RENAME TO passkey_credential_id_key;
DROP INDEX member_passkey_member;
ALTER TABLE passkey
  ALTER COLUMN member_id DROP NOT NULL,
  ADD COLUMN operator_id uuid REFERENCES operator,
  ADD COLUMN owner text NOT NULL GENERATED ALWAYS AS (coalesce('member:' || member_id::text, 'operator:' || operator_id::text, '')) STORED,
  ADD CHECK (num_nonnulls(member_id, operator_id) = 1);
CREATE INDEX passkey_owner ON passkey (owner);
SELECT watch_rows('passkey', 'r.id::text', $$jsonb_build_array(r.member_id, encode(r.credential_id, 'hex'), encode(sha256(r.public_key), 'hex'),
  r.name, r.created_at, encode(r.seal, 'hex'), r.ended_at, r.operator_id)$$);
