-- A day of the ledger that was proved once: which transfers it holds and what they were then, under a seal of a secret that the database does
-- not know. Without its row, or with a seal that is none, it is open and looked at as every other. A migration that writes transfers, postings or rewards anew deletes
-- the rows from there on.
CREATE TABLE ledger_day (
  day    date PRIMARY KEY,
  sealed bytea NOT NULL
);
GRANT SELECT, INSERT ON ledger_day TO minerx_app;
GRANT UPDATE (sealed) ON ledger_day TO minerx_app;
