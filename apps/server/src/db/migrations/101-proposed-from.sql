-- What the values were that a proposal would change: whoever agrees agrees to that change, and not to another one.
ALTER TABLE operator_proposal ADD COLUMN before jsonb NOT NULL DEFAULT '{}';
