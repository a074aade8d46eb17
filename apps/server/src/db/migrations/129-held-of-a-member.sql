-- What is set aside stands beside the balances of its member, who is asked for with every screen: those that are over are not looked at.
CREATE INDEX hold_open_member ON hold (member_id) WHERE state = 'open';
