-- A member's second factor: an authenticator app. Asked for at sign-in, and beside the PIN for whatever leaves the account. One at a time;
-- an ended one stays, and only ends by a seal of a secret that the database does not know.
CREATE TABLE member_factor (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id  bigint NOT NULL REFERENCES member,
  secret     bytea NOT NULL,                      -- sealed: the database cannot read it
  step       bigint NOT NULL,                     -- the step of the last code: none is good twice
  step_for   bytea,                               -- what that code was shown for; asked again for the same, it counts again
  created_at timestamptz NOT NULL,
  ended_at   timestamptz,
  end_seal   bytea,
  CHECK ((ended_at IS NULL) = (end_seal IS NULL))
);
CREATE UNIQUE INDEX member_factor_one ON member_factor (member_id) WHERE ended_at IS NULL;
CREATE INDEX member_factor_newest ON member_factor (member_id, id DESC);
GRANT SELECT, INSERT ON member_factor TO minerx_app;
GRANT UPDATE (step, step_for, ended_at, end_seal) ON member_factor TO minerx_app;
SELECT watch_rows('member_factor', 'r.id::text', $$jsonb_build_array(r.member_id, encode(sha256(r.secret), 'hex'), r.created_at, r.ended_at)$$);

-- Ten one-use codes for whoever has lost the app; only keyed digests are kept.
CREATE TABLE member_recovery_code (
  member_id bigint NOT NULL REFERENCES member,
  code_hash bytea NOT NULL,
  used_at   timestamptz,                          -- used, or replaced by newer ones
  used_for  bytea,
  PRIMARY KEY (member_id, code_hash)
);
GRANT SELECT, INSERT ON member_recovery_code TO minerx_app;
GRANT UPDATE (used_at, used_for) ON member_recovery_code TO minerx_app;

-- `factor_lost`: the second factor was taken away with password, mailed code and PIN. It holds what leaves as a reset does.
ALTER TABLE factor_change DROP CONSTRAINT factor_change_kind_check;
ALTER TABLE factor_change ADD CONSTRAINT factor_change_kind_check
  CHECK (kind IN ('reset', 'password', 'pin', 'factor_on', 'factor_off', 'factor_lost', 'recovery'));
ALTER TABLE factor_change ADD COLUMN holds boolean NOT NULL GENERATED ALWAYS AS (kind IN ('reset', 'factor_lost')) STORED;
DROP INDEX factor_change_of_member;
CREATE INDEX factor_change_of_member ON factor_change (member_id, at DESC, id DESC);
CREATE INDEX factor_change_holding ON factor_change (member_id, at) WHERE holds;
