-- People who run the product. The email is their name in the audit log and never changes.
CREATE TABLE operator (
  id            uuid PRIMARY KEY,
  email         text NOT NULL UNIQUE CHECK (email = lower(email) AND email <> ''),
  name          text NOT NULL CHECK (name <> ''),
  role          text NOT NULL CHECK (role IN ('support', 'finance', 'admin')),
  password_hash text NOT NULL,
  totp_secret   bytea NOT NULL,                   -- sealed: the database cannot read it
  totp_step     bigint NOT NULL DEFAULT 0,        -- the step of the last code: none is good twice
  created_at    timestamptz NOT NULL,
  disabled_at   timestamptz
);
GRANT SELECT, INSERT ON operator TO minerx_app;
GRANT UPDATE (role, totp_step, disabled_at) ON operator TO minerx_app;

CREATE TABLE operator_recovery_code (
  code_hash   bytea PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operator,
  used_at     timestamptz
);
CREATE INDEX operator_recovery_code_operator ON operator_recovery_code (operator_id);
GRANT SELECT, INSERT ON operator_recovery_code TO minerx_app;
GRANT UPDATE (used_at) ON operator_recovery_code TO minerx_app;

CREATE TABLE operator_session (
  token_hash    bytea PRIMARY KEY,
  operator_id   uuid NOT NULL REFERENCES operator,
  device        text NOT NULL,
  address       text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz NOT NULL,
  stepped_up_at timestamptz NOT NULL,             -- when the second factor was shown last
  ended_at      timestamptz
);
CREATE INDEX operator_session_operator ON operator_session (operator_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, DELETE ON operator_session TO minerx_app;
GRANT UPDATE (last_used_at, stepped_up_at, ended_at) ON operator_session TO minerx_app;

CREATE TABLE operator_invitation (
  token_hash  bytea PRIMARY KEY,
  email       text NOT NULL CHECK (email = lower(email) AND email <> ''),
  name        text NOT NULL CHECK (name <> ''),
  role        text NOT NULL CHECK (role IN ('support', 'finance', 'admin')),
  totp_secret bytea NOT NULL,                     -- sealed
  invited_by  text NOT NULL,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at     timestamptz
);
GRANT SELECT, INSERT ON operator_invitation TO minerx_app;
GRANT UPDATE (used_at) ON operator_invitation TO minerx_app;

-- What was done under which key: a second press, or a question asked again, does nothing.
CREATE TABLE operator_run (
  operator_id uuid NOT NULL REFERENCES operator,
  key         text NOT NULL,
  action      text NOT NULL,
  begun_at    timestamptz NOT NULL,
  outcome     text CHECK (outcome IN ('done', 'refused', 'failed')),  -- null: it runs, or the process ended meanwhile
  PRIMARY KEY (operator_id, key)
);
GRANT SELECT, INSERT ON operator_run TO minerx_app;
GRANT UPDATE (outcome) ON operator_run TO minerx_app;

-- What one operator wants done and another has to agree to. The second is another identity, whatever the code says.
CREATE TABLE operator_proposal (
  id          uuid PRIMARY KEY,
  action      text NOT NULL,
  input       jsonb NOT NULL,                     -- the values of its fields, as they were typed
  proposed_by text NOT NULL CHECK (proposed_by <> ''),
  proposed_at timestamptz NOT NULL,
  decided_by  text CHECK (decided_by <> ''),
  decided_at  timestamptz,
  agreed      boolean,
  outcome     text CHECK (outcome IN ('done', 'refused', 'failed')),
  CHECK (NOT agreed OR decided_by <> proposed_by),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (agreed IS NULL)),
  CHECK (outcome IS NULL OR agreed)
);
CREATE INDEX operator_proposal_waiting ON operator_proposal (proposed_at) WHERE decided_by IS NULL;
GRANT SELECT, INSERT ON operator_proposal TO minerx_app;
GRANT UPDATE (decided_by, decided_at, agreed, outcome) ON operator_proposal TO minerx_app;
SELECT watch_rows('operator_proposal', 'r.id::text', 'jsonb_build_array(r.action, r.input, r.proposed_by)');
SELECT watch_rows('operator', 'r.id::text', $$jsonb_build_array(r.email, r.name, r.role, r.disabled_at,
  encode(sha256(convert_to(r.password_hash, 'UTF8')), 'hex'), encode(sha256(r.totp_secret), 'hex'))$$);
