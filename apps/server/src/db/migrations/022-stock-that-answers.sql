-- Stock is what answers and what the pool sees: a free device that is not in stock is not placed.
DROP INDEX device_free;
CREATE INDEX device_free ON device (line, id) WHERE free AND in_stock AND retired_at IS NULL;
