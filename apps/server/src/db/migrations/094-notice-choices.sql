-- How a member wants to be told beside the app; who has no row has chosen nothing.
CREATE TABLE notice_choice (
  member_id   bigint PRIMARY KEY REFERENCES member,
  mail        text[] NOT NULL,                      -- rules: MAIL_GROUPS
  quiet_from  smallint CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes since midnight there
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone   text,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND (quiet_from IS NULL) = (time_zone IS NULL))
);
GRANT SELECT, INSERT, UPDATE ON notice_choice TO minerx_app;
