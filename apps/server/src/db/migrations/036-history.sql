-- The history of a member: what the member did, and what others sent.

-- Whose statement a transfer is on beside `member_id`: who received it.
ALTER TABLE transfer ADD COLUMN receiver_id bigint;
CREATE INDEX transfer_receiver ON transfer (receiver_id, id) WHERE receiver_id IS NOT NULL;
-- One kind of a member's. Rewards are nearly all that there is: they are found among all.
CREATE INDEX transfer_kind ON transfer (member_id, kind, id) WHERE kind <> 'reward';

-- What an account moved since a transfer is added up from the index alone.
DROP INDEX posting_source;
DROP INDEX posting_destination;
CREATE INDEX posting_source ON posting (source, transfer_id) INCLUDE (amount) WHERE source >= 16000;
CREATE INDEX posting_destination ON posting (destination, transfer_id) INCLUDE (amount) WHERE destination >= 16000;
