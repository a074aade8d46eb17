-- Lists of operators go on from a row: each of them has an index in its order.
CREATE INDEX withdrawal_state ON withdrawal (status, id);
DROP INDEX withdrawal_open;
CREATE INDEX nft_withdrawal_state ON nft_withdrawal (status, id);
CREATE INDEX audit_of_actor ON audit (actor, id);
CREATE INDEX audit_of_subject ON audit (subject, id);
CREATE INDEX audit_of_action ON audit (action, id);
CREATE INDEX audit_at ON audit (at);
-- Members are found by how something begins; LIKE reads an index in no language's order alone.
CREATE INDEX member_email_begins ON member (email_key text_pattern_ops);
CREATE INDEX member_username_begins ON member (username text_pattern_ops);
CREATE INDEX member_name_begins ON member (lower(full_name) text_pattern_ops);
