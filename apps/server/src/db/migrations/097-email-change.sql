-- A member's email address may become another one: confirmed from both mailboxes, and held as a reset is, since codes and reset links go there from then on.
GRANT UPDATE (email, email_key) ON member TO minerx_app;
ALTER TABLE factor_change DROP CONSTRAINT factor_change_kind_check;
ALTER TABLE factor_change ADD CONSTRAINT factor_change_kind_check
  CHECK (kind IN ('reset', 'password', 'pin', 'factor_on', 'factor_off', 'factor_lost', 'recovery', 'passkey_on', 'passkey_off', 'email'));
ALTER TABLE factor_change DROP COLUMN holds;
ALTER TABLE factor_change ADD COLUMN holds boolean NOT NULL GENERATED ALWAYS AS (kind IN ('reset', 'factor_lost', 'email')) STORED;
CREATE INDEX factor_change_holding ON factor_change (member_id, at) WHERE holds;
