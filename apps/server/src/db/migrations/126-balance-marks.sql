-- What an account held after a movement of days ago, of about one in a thousand: a history that begins far back is reckoned from the next of
-- these, not from what the account holds now. They say nothing that the postings do not; without them only the way is longer. A migration that
-- writes postings anew deletes them.
CREATE TABLE balance_mark (
  transfer_id uuid NOT NULL,
  account     bigint NOT NULL,
  balance     bigint NOT NULL,
  PRIMARY KEY (transfer_id, account)
);
CREATE UNIQUE INDEX balance_mark_account ON balance_mark (account, transfer_id) INCLUDE (balance);
GRANT SELECT, INSERT ON balance_mark TO minerx_app;
