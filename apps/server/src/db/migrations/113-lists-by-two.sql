-- What lists of operators are asked for together lies together, so that a page is found however rare it is.
CREATE INDEX ticket_of_member ON ticket (member_id, status, awaits_us, updated_at, id);
CREATE INDEX withdrawal_of_member ON withdrawal (member_id, status, id);
CREATE INDEX device_stock_unheld ON device_stock (device_id) WHERE free;
