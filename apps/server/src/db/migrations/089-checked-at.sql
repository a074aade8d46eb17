-- What the last finished check of each kind looked at was the database of this moment: `whole` every equation, `guard` those that stand
-- before what leaves. From here on it is counted, so that a check that never runs is old as well.
CREATE TABLE integrity_check (
  kind text PRIMARY KEY CHECK (kind IN ('whole', 'guard')),
  at   timestamptz NOT NULL
);
INSERT INTO integrity_check VALUES ('whole', now()), ('guard', now());
GRANT SELECT, UPDATE (at) ON integrity_check TO minerx_app;
