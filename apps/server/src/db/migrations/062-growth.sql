-- Devices that stand for another's machine are asked again soon, and are few.
CREATE INDEX device_doubled ON device (identity_at, id) WHERE same_as IS NOT NULL AND retired_at IS NULL;
