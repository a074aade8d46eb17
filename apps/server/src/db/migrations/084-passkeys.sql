-- Passkeys of members: beside the authenticator app, or instead of password and app. A row opens nothing without the seal of a secret that
-- the database does not know, over member, credential and key; an ended one stays, and only ends by a seal of its own.
CREATE TABLE member_passkey (
  id            uuid PRIMARY KEY,
  member_id     bigint NOT NULL REFERENCES member,
  credential_id bytea NOT NULL UNIQUE,
  public_key    bytea NOT NULL,                     -- COSE
  name          text NOT NULL,
  counter       bigint NOT NULL CHECK (counter >= 0), -- of its signatures; 0 for ever where the authenticator counts none
  created_at    timestamptz NOT NULL,
  used_at       timestamptz,
  seal          bytea NOT NULL,
  ended_at      timestamptz,
  end_seal      bytea,
  CHECK ((ended_at IS NULL) = (end_seal IS NULL))
);
CREATE INDEX member_passkey_member ON member_passkey (member_id);
GRANT SELECT, INSERT ON member_passkey TO minerx_app;
GRANT UPDATE (counter, used_at, ended_at, end_seal) ON member_passkey TO minerx_app;
SELECT watch_rows('member_passkey', 'r.id::text', $$jsonb_build_array(r.member_id, encode(r.credential_id, 'hex'), encode(sha256(r.public_key), 'hex'),
  r.name, r.created_at, encode(r.seal, 'hex'), r.ended_at)$$);
CREATE TRIGGER steps_go_forward BEFORE UPDATE OF counter ON member_passkey
  FOR EACH ROW WHEN (NEW.counter < OLD.counter) EXECUTE FUNCTION refuse_going_back();
CREATE TRIGGER ended_stays_ended BEFORE UPDATE OF ended_at ON member_passkey
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL) EXECUTE FUNCTION refuse_going_back();

-- Challenges that a passkey has answered. What is not here was not answered; the challenge itself says until when it is good.
CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_over ON passkey_challenge (expires_at);
GRANT SELECT, INSERT ON passkey_challenge TO minerx_app;

-- By the database's own clock, whatever moment is given: the app forgets none that could be answered once more.
CREATE FUNCTION forget_passkey_challenges(at timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM passkey_challenge WHERE expires_at < least(at, now()) - interval '1 hour'
$$;
REVOKE ALL ON FUNCTION forget_passkey_challenges FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_passkey_challenges TO minerx_app;

ALTER TABLE factor_change DROP CONSTRAINT factor_change_kind_check;
ALTER TABLE factor_change ADD CONSTRAINT factor_change_kind_check
  CHECK (kind IN ('reset', 'password', 'pin', 'factor_on', 'factor_off', 'factor_lost', 'recovery', 'passkey_on', 'passkey_off'));
