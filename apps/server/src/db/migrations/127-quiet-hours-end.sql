-- Whose quiet hours it waits for: when the member chooses others it is asked again whether it may go.
ALTER TABLE outbox ADD COLUMN waits_for bigint;
CREATE INDEX outbox_waits_for ON outbox (waits_for) WHERE waits_for IS NOT NULL;
