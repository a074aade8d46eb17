-- Ratings that a device's machines had before it was given another one.
CREATE TABLE device_rating (
  device_id integer NOT NULL REFERENCES device,
  until     timestamptz NOT NULL,
  rated_ths integer NOT NULL CHECK (rated_ths BETWEEN 1 AND 2000),
  PRIMARY KEY (device_id, until)
);
GRANT SELECT, INSERT ON device_rating TO minerx_app;

-- Every rating with the time in which it held.
CREATE VIEW device_rated AS
  SELECT device_id, rated_ths, lag(until, 1, '-infinity') OVER (PARTITION BY device_id ORDER BY until) AS since, until FROM device_rating
  UNION ALL
  SELECT id, rated_ths, coalesce((SELECT max(until) FROM device_rating r WHERE r.device_id = d.id), '-infinity'), 'infinity' FROM device d;
GRANT SELECT ON device_rated TO minerx_app;
