-- What the funnel writes with an order, from rows that it has read, is not asked for again row by row; equations find what stands without
-- its order, its machine or its package.
ALTER TABLE order_payment DROP CONSTRAINT order_payment_order_id_fkey;
ALTER TABLE allocation DROP CONSTRAINT allocation_order_id_fkey, DROP CONSTRAINT allocation_device_id_fkey;
ALTER TABLE miner_order DROP CONSTRAINT miner_order_package_id_fkey;
-- Nobody reads it: stored refusals are swept by an index of their own.
DROP INDEX command_at;
