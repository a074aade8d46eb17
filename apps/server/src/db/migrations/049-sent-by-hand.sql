-- What operators send by hand: who recorded the transaction, who told that it is final, and the block in which the chain shows it.
ALTER TABLE withdrawal
  ADD COLUMN sent_by      text CHECK (sent_by <> ''),
  ADD COLUMN confirmed_by text CHECK (confirmed_by <> ''),
  ADD COLUMN block_number bigint CHECK (block_number >= 0),
  -- One person's word moves nothing: another one, or the chain itself, confirms it. 1 and 3 are the networks without a worker.
  ADD CHECK (status <> 3 OR network_id NOT IN (1, 3) OR confirmed_by <> sent_by);
GRANT UPDATE (sent_by, confirmed_by, block_number) ON withdrawal TO minerx_app;
