-- What runs by the clock, and what members ask, reads what it answers with and not what has gathered over the years.

-- Sessions that time ends, and the tokens of ended ones: each is looked at once, not every hour for three months.
CREATE INDEX session_idle ON session (last_used_at) WHERE ended_at IS NULL;
CREATE INDEX session_begun ON session (created_at) WHERE ended_at IS NULL;
ALTER TABLE session ADD COLUMN tokens_gone boolean NOT NULL DEFAULT false;
CREATE INDEX session_tokens ON session (ended_at) WHERE ended_at IS NOT NULL AND NOT tokens_gone;
GRANT UPDATE (tokens_gone) ON session TO minerx_app;
CREATE INDEX one_use_link_expires ON one_use_link (expires_at);
CREATE INDEX attempt_updated ON attempt (updated_at);
CREATE INDEX attempt_prefix ON attempt (subject COLLATE "C");

-- Whether any order was live on a day.
CREATE INDEX miner_order_live_since ON miner_order (activated_at) WHERE status IN (1, 8);

-- Which orders a device has had, those too that have given it back.
DROP INDEX allocation_device;
CREATE INDEX allocation_device ON allocation (device_id, released_at);

-- A transfer of the history leads to the deposit that it credited.
CREATE INDEX deposit_transfer ON deposit (transfer_id) WHERE transfer_id IS NOT NULL;

-- NFTs on their way out.
CREATE INDEX nft_withdrawal_unsent ON nft_withdrawal (decided_at, id) WHERE status = 1 AND tx_hash IS NULL;

-- One machine, one device: by its address, by the worker that the pool knows; and whether any is simulated.
CREATE INDEX device_address ON device (lower(host), port) WHERE retired_at IS NULL;
CREATE INDEX device_worker ON device (coalesce(substring(pool_worker from '[^.]+$'), serial));
CREATE INDEX device_simulated ON device (id) WHERE simulated AND retired_at IS NULL;
CREATE INDEX device_to_ask ON device (identity_at NULLS FIRST, id) WHERE retired_at IS NULL;
