-- What lets somebody in carries a MAC over whom it lets in, of a secret that the database does not know: a row alone opens nothing,
-- whoever wrote it. Who is signed in by a row without one signs in once more; links of letters that freeze stay good.
ALTER TABLE one_use_link ADD COLUMN seal bytea;
UPDATE one_use_link SET used_at = now() WHERE used_at IS NULL AND purpose <> 'freeze';
ALTER TABLE one_use_link ADD CHECK (seal IS NOT NULL OR purpose = 'freeze' OR used_at IS NOT NULL);
ALTER TABLE refresh_token ADD COLUMN seal bytea;
ALTER TABLE operator_session ADD COLUMN seal bytea;

-- The app begins a payout; what becomes of it is written later. A number at once has only what fills one that is missing.
REVOKE INSERT ON payout FROM minerx_app;
GRANT INSERT (id, kind, member_id, network_id, chain_id, sender, intent, status, nonce, not_before, created_at) ON payout TO minerx_app;
SELECT watch_rows('payout_attempt', 'r.hash', 'jsonb_build_array(r.payout_id, r.raw)');

-- Names by which members find each other, and who brought whom.
SELECT watch_rows('member', 'r.id::text', $$jsonb_build_array(encode(sha256(convert_to(r.password_hash, 'UTF8')), 'hex'),
  encode(sha256(convert_to(r.pin_hash, 'UTF8')), 'hex'), r.frozen_at, r.email, r.email_key, r.country_id, r.community_id, r.btapay_id,
  r.username, r.referral_code, r.sponsor_id, r.full_name)$$);

-- When it was asked for decides what of a day's limit is left.
UPDATE row_version v SET value = v.value || to_jsonb(w.created_at) FROM withdrawal w WHERE v.table_name = 'withdrawal' AND v.key = w.id::text;
SELECT watch_rows('withdrawal', 'r.id::text', 'jsonb_build_array(r.member_id, r.wallet_id, r.network_id, r.amount_units, r.fee_units, r.hold_owner_id,
  r.address, r.two_operators, r.created_at)');

SELECT watch_rows('deposit_key', $$r.family || '/' || r.member_id$$, 'jsonb_build_array(r.child)');
GRANT SELECT ON watched_row TO minerx_app;

-- From here on operators, and what one of them wants done, come with their line of the audit log.
UPDATE row_version SET tx = NULL WHERE table_name IN ('operator', 'operator_proposal');

-- Every transfer between members has the answer under its key. A demo of before sent some without one.
INSERT INTO command (actor, name, key, fingerprint, answer)
  SELECT 'member:' || member_id, 'transfer_to_member', id::text, '', jsonb_build_object('ok', true, 'result', jsonb_build_object('id', id)) FROM transfer WHERE kind = 'transfer' AND answered IS NULL;
UPDATE transfer SET answered = 'member:' || member_id || ' transfer_to_member ' || id WHERE kind = 'transfer' AND answered IS NULL;
