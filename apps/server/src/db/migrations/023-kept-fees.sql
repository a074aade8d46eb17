-- The kept terms of orders from before they had a fee of their own name the fee that they have now.
UPDATE order_terms t SET activation_fee_units = o.activation_fee_units FROM miner_order o WHERE o.id = t.order_id;
