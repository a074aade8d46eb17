-- A voucher that an operator has taken back before anybody redeemed it: of a list that leaked, of a code that was lost.
ALTER TABLE voucher ADD COLUMN voided_at timestamptz;
ALTER TABLE voucher ADD CONSTRAINT voucher_redeemed_or_void CHECK (voided_at IS NULL OR redeemed_by IS NULL);
GRANT UPDATE (voided_at) ON voucher TO minerx_app;
