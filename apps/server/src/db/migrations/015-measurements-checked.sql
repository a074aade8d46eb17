-- A measurement is checked before it is written: what a device can do, where it stands, who answers there, and what does not fit.

ALTER TABLE device
  -- TH/s that the machine is built for; a minute never counts more than this and a quarter.
  ADD COLUMN rated_ths integer NOT NULL DEFAULT 76 CHECK (rated_ths BETWEEN 1 AND 2000),
  -- Devices that fail together because their link does; null: the first three parts of the address.
  ADD COLUMN site text,
  -- Who answers at the address, as the machine says of itself.
  ADD COLUMN mac text,
  ADD COLUMN machine_serial text,
  ADD COLUMN pool_worker text,
  -- Whether it counts into the stock: it has answered, and the pool saw it lately.
  ADD COLUMN in_stock boolean NOT NULL DEFAULT true;
CREATE UNIQUE INDEX device_mac ON device (mac) WHERE retired_at IS NULL;
CREATE UNIQUE INDEX device_machine_serial ON device (machine_serial) WHERE retired_at IS NULL;

ALTER TABLE device_state ADD COLUMN pool_seen_at timestamptz;

-- What was proved of a day after it was settled. The minutes of that day stay as they were paid; this is paid as a correction.
CREATE TABLE device_minute_late (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day       date NOT NULL,
  device_id integer NOT NULL REFERENCES device,
  minute    smallint NOT NULL CHECK (minute BETWEEN 0 AND 1439),
  hashes    bigint NOT NULL CHECK (hashes >= 0),
  covered_s smallint NOT NULL,                -- seconds may be negative: they take back what the minute was called before
  down_s    smallint NOT NULL,
  blind_s   smallint NOT NULL,
  proved_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX device_minute_late_day ON device_minute_late (day, device_id);

-- What could not be written. It never stops another device's minutes, and its place is forgotten.
CREATE TABLE device_minute_rejected (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id   integer NOT NULL REFERENCES device,
  reason      text NOT NULL,
  told        jsonb NOT NULL,
  rejected_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX device_minute_rejected_at ON device_minute_rejected (rejected_at);

GRANT SELECT, INSERT ON device_minute_late, device_minute_rejected TO minerx_app;
