-- Who answers at a device's address, and since when it is another machine than before.
ALTER TABLE device
  -- When it was last asked who it is; null: not yet.
  ADD COLUMN identity_at timestamptz,
  -- The device whose machine answers here as well: this one is no stock, is not measured and has no figure of the pool.
  ADD COLUMN same_as integer REFERENCES device,
  -- Since when another machine answers than the one that was known here; until an operator replaces or moves the device.
  ADD COLUMN exchanged_at timestamptz;

GRANT UPDATE (identity_at, same_as, exchanged_at) ON device TO minerx_app;

-- A machine is one device; where it answers at another's address too, that one keeps what it was known by.
DROP INDEX device_mac, device_machine_serial;
CREATE UNIQUE INDEX device_mac ON device (mac) WHERE retired_at IS NULL AND same_as IS NULL;
CREATE UNIQUE INDEX device_machine_serial ON device (machine_serial) WHERE retired_at IS NULL AND same_as IS NULL AND mac IS NULL;
