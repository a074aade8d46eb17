-- Nearly no order has a voucher and no transfer but a correction reverses one: what has none takes no place in the index that keeps it
-- single, where each order and each transfer wrote one.
ALTER TABLE miner_order DROP CONSTRAINT miner_order_voucher_id_key;
CREATE UNIQUE INDEX miner_order_voucher_id_key ON miner_order (voucher_id) WHERE voucher_id IS NOT NULL;
ALTER TABLE transfer DROP CONSTRAINT transfer_reverses_key;
CREATE UNIQUE INDEX transfer_reverses_key ON transfer (reverses) WHERE reverses IS NOT NULL;
