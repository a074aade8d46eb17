-- What waits for a second operator is counted for the page of what waits.
CREATE INDEX liquidity_change_waiting ON liquidity_change (proposed_at) WHERE transfer_id IS NULL;
