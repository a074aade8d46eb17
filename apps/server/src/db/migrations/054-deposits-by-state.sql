-- Operators look through deposits by state, and by hash.
CREATE INDEX deposit_by_state ON deposit (status, id DESC);
