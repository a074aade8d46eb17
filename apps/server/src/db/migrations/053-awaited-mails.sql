-- Mails that somebody sits and waits for leave before those that only tell: a flood of letters delays nobody's code.
ALTER TABLE outbox ADD COLUMN awaited boolean GENERATED ALWAYS AS (
  coalesce(payload->>'template' IN ('signup_code', 'account_exists', 'reset_link', 'withdrawal_code', 'withdraw_code', 'sign_in_locked', 'pin_locked'), false)
) STORED NOT NULL;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (awaited DESC, not_before, id) WHERE given_up_at IS NULL;
