-- What an order took, by wallet: a method may name any wallet. Written with the order and never changed.
CREATE TABLE order_payment (
  order_id  uuid NOT NULL REFERENCES miner_order,
  wallet_id smallint NOT NULL,
  units     bigint NOT NULL CHECK (units > 0),
  PRIMARY KEY (order_id, wallet_id)
);
INSERT INTO order_payment
  SELECT o.id, part.wallet_id, part.units
    FROM miner_order o CROSS JOIN LATERAL (VALUES (1, o.paid_usdt_units), (4, o.paid_cw_units), (5, o.paid_rw_units)) AS part (wallet_id, units)
   WHERE part.units > 0;
ALTER TABLE miner_order DROP COLUMN paid_usdt_units, DROP COLUMN paid_cw_units, DROP COLUMN paid_rw_units;
GRANT SELECT, INSERT ON order_payment TO minerx_app;
