-- The fee of an order is the order's own: it is kept with its terms, and its activation is compared with it.
CREATE OR REPLACE FUNCTION keep_new_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO order_terms (order_id, member_id, package_id, amount_units, max_profit_units, voucher_id, package_amount_units,
                           package_max_profit_units, activation_fee_units)
    SELECT o.id, o.member_id, o.package_id, o.amount_units, o.max_profit_units, o.voucher_id, p.price_units * p.quantity,
           p.max_profit_units, o.activation_fee_units
      FROM added o JOIN miner_package p ON p.id = o.package_id;
  INSERT INTO order_placement (order_id, packs)
    SELECT o.id, CASE WHEN o.voucher_id IS NULL THEN p.free_blessings ELSE 0 END
      FROM added o JOIN miner_package p ON p.id = o.package_id WHERE o.status NOT IN (6, 10);
  INSERT INTO order_activation (order_id, activated_at, activation_fee_units, price_units)
    SELECT o.id, o.activated_at, o.activation_fee_units, coalesce((SELECT price_units FROM wallet_type WHERE id = 2), 0)
      FROM added o WHERE o.activated_at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_order_activation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO order_activation (order_id, activated_at, activation_fee_units, price_units)
    SELECT NEW.id, NEW.activated_at, NEW.activation_fee_units, coalesce((SELECT price_units FROM wallet_type WHERE id = 2), 0)
     WHERE NEW.activated_at IS NOT NULL;
  RETURN NULL;
END $$;

UPDATE order_terms t SET activation_fee_units = o.activation_fee_units FROM miner_order o WHERE o.id = t.order_id;
