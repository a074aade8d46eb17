-- A figure of the pool that was read late fills no more than it proves of its day. Days recorded before this took all of it; no later one does.
ALTER TABLE device_day ADD COLUMN edge_left_out boolean NOT NULL DEFAULT false;
ALTER TABLE device_day ALTER COLUMN edge_left_out SET DEFAULT true, ADD CONSTRAINT device_day_edge CHECK (edge_left_out) NOT VALID;
