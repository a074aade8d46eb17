-- How each machine in service stands beside the pool, and each site, as operators look at them: reckoned each minute, so that a page of the
-- list reads its own rows alone.
CREATE TABLE fleet_machine (
  device_id integer PRIMARY KEY REFERENCES device,
  serial    text     NOT NULL,
  site      text     NOT NULL,
  -- Its standing, the worst is 0; and how far it is from what the pool saw, in millionths below nothing: the furthest comes first.
  rank      smallint NOT NULL,
  closeness integer  NOT NULL CHECK (closeness <= 0),
  -- Hashes of the newest settled day.
  measured  numeric,
  pool      numeric
);
CREATE INDEX fleet_machine_place ON fleet_machine (rank, closeness, serial);
CREATE INDEX fleet_machine_of_site ON fleet_machine (site, rank, closeness, serial);
CREATE INDEX fleet_machine_silent ON fleet_machine (serial) WHERE rank = 0;
GRANT SELECT, INSERT, DELETE ON fleet_machine TO minerx_app;
GRANT UPDATE (serial, site, rank, closeness, measured, pool) ON fleet_machine TO minerx_app;

CREATE TABLE fleet_site (
  site         text PRIMARY KEY,
  outliers     integer NOT NULL,
  -- How many machines stand how.
  standings    jsonb   NOT NULL,
  simulated    boolean NOT NULL,
  now_ths      float8  NOT NULL,
  measured_ths float8  NOT NULL,
  pool_ths     float8  NOT NULL
);
CREATE INDEX fleet_site_place ON fleet_site (outliers DESC, site);
GRANT SELECT, INSERT, DELETE ON fleet_site TO minerx_app;
