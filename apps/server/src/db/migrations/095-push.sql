-- Browsers that take messages, each for as long as its session lives.
CREATE TABLE push_subscription (
  id         uuid PRIMARY KEY,
  member_id  bigint NOT NULL REFERENCES member,
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  endpoint   text NOT NULL UNIQUE,
  p256dh     text NOT NULL,
  auth       text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscription_of_member ON push_subscription (member_id);
CREATE INDEX push_subscription_of_session ON push_subscription (session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription TO minerx_app;

-- What comes to the devices; null: nothing was chosen, everything does.
ALTER TABLE notice_choice ADD COLUMN push text[];
