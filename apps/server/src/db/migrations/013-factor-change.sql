-- When a member's password or PIN became another one: for 48 hours after a reset nothing of value leaves the account.
-- Rows of their own that nobody changes or deletes, so that no mistake ends a wait early.
CREATE TABLE factor_change (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  kind      text NOT NULL CHECK (kind IN ('reset', 'password', 'pin')), -- reset: both, by mailed link; the others while signed in
  at        timestamptz NOT NULL
);
CREATE INDEX factor_change_of_member ON factor_change (member_id, kind, at);
GRANT SELECT, INSERT ON factor_change TO minerx_app;

-- The link of a letter by which its receiver freezes the account.
ALTER TABLE one_use_link DROP CONSTRAINT one_use_link_purpose_check;
ALTER TABLE one_use_link ADD CONSTRAINT one_use_link_purpose_check CHECK (purpose IN ('reset', 'redirect', 'freeze'));
