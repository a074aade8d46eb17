-- What a member ever set aside: a statement adds it up.
CREATE INDEX hold_member ON hold (member_id);
