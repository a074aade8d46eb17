-- A password's hash has the seal of whose it is behind a '#'. Only the hash is watched, so that sealing what was there is no change of a password.
SELECT watch_rows('member', 'r.id::text', $$jsonb_build_array(encode(sha256(convert_to(split_part(r.password_hash, '#', 1), 'UTF8')), 'hex'),
  encode(sha256(convert_to(r.pin_hash, 'UTF8')), 'hex'), r.frozen_at, r.email, r.email_key, r.country_id, r.community_id, r.btapay_id,
  r.username, r.referral_code, r.sponsor_id, r.full_name)$$);
SELECT watch_rows('operator', 'r.id::text', $$jsonb_build_array(r.email, r.name, r.role, r.disabled_at,
  encode(sha256(convert_to(split_part(r.password_hash, '#', 1), 'UTF8')), 'hex'), encode(sha256(r.totp_secret), 'hex'))$$);
