-- Since when an order has the device; its first ones since it was placed, which is before any work of it.
ALTER TABLE allocation ADD COLUMN allocated_at timestamptz NOT NULL DEFAULT '-infinity';
