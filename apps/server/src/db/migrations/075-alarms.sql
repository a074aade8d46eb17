-- When an alarm was mailed last, so that one that comes and goes is mailed once in a while and not each time.
CREATE TABLE operator_alarm (
  alarm   text NOT NULL,
  -- Whom or what of its kind it is about; empty where there is one of it.
  subject text NOT NULL DEFAULT '',
  told_at timestamptz NOT NULL,
  PRIMARY KEY (alarm, subject)
);
GRANT SELECT, INSERT, UPDATE (told_at) ON operator_alarm TO minerx_app;
