-- Shares that were fixed while the pool had told nothing of some devices keep room for them; once those are decided it is shared out.
ALTER TABLE settlement_figures ADD COLUMN open_devices integer NOT NULL DEFAULT 0 CHECK (open_devices >= 0);
ALTER TABLE reward DROP CONSTRAINT reward_cause_check, ADD CONSTRAINT reward_cause_check CHECK (cause IN ('late_minutes', 'pool_payout', 'pool_figures'));
