-- The newest rows of what pays out later are checked twice a minute.
CREATE INDEX miner_order_created ON miner_order (created_at);
CREATE INDEX voucher_created ON voucher (created_at);
CREATE INDEX voucher_redeemed ON voucher (redeemed_at) WHERE redeemed_at IS NOT NULL;
CREATE INDEX blessing_pack_granted ON blessing_pack (granted_at);
CREATE INDEX blessing_pack_opened ON blessing_pack (opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX blessing_pick_picked ON blessing_pick (picked_at);
CREATE INDEX staking_order_created ON staking_order (created_at);
