-- What members are told of in the app. `event` names what happened, so that it is noted once however often its job runs.
CREATE TABLE notice (
  id        uuid PRIMARY KEY,                       -- version 7, of the moment when it happened
  member_id bigint NOT NULL REFERENCES member,
  kind      text NOT NULL,                          -- rules: NOTICE_KINDS
  event     text NOT NULL,
  about     text,                                   -- id of what it opens; null: a list
  label     text NOT NULL,                          -- what it happened to, as the member knows it
  count     integer NOT NULL CHECK (count > 0),     -- of how many, where one notice tells of several
  wallet_id smallint,
  units     bigint,
  at        timestamptz NOT NULL,
  read_at   timestamptz,
  UNIQUE (member_id, event),
  CHECK ((wallet_id IS NULL) = (units IS NULL))
);
CREATE INDEX notice_of_member ON notice (member_id, id DESC);
CREATE INDEX notice_unread ON notice (member_id) WHERE read_at IS NULL;
CREATE INDEX notice_of_hour ON notice (member_id, kind, at);
CREATE INDEX notice_old ON notice (at);
GRANT SELECT, INSERT, DELETE ON notice TO minerx_app;
GRANT UPDATE (read_at) ON notice TO minerx_app;
