-- What operators ask for and do not wait for: how far it is and what came of it, for whoever left the page.
CREATE TABLE long_work (
  id       uuid PRIMARY KEY,                        -- version 7, in the order of asking
  action   text NOT NULL,
  actor    text NOT NULL,
  asked_at timestamptz NOT NULL,
  input    jsonb,                                   -- as it was typed; null once it has ended
  done     integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total    integer,                                 -- null while nobody has counted
  outcome  text CHECK (outcome IN ('done', 'refused', 'failed')),
  lines    jsonb NOT NULL DEFAULT '[]',
  ended_at timestamptz,
  CHECK ((outcome IS NULL) = (ended_at IS NULL) AND (outcome IS NULL) = (input IS NOT NULL))
);
CREATE INDEX long_work_of_action ON long_work (action, id);
CREATE INDEX long_work_open ON long_work (actor, action) WHERE outcome IS NULL;
GRANT SELECT, INSERT ON long_work TO minerx_app;
GRANT UPDATE (input, done, total, outcome, lines, ended_at) ON long_work TO minerx_app;
