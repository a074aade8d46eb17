-- A ticket is somebody's, so that two do not answer it; the queue reads its own order.
ALTER TABLE ticket ADD COLUMN assigned_to text CHECK (assigned_to LIKE 'operator:%');
GRANT UPDATE (assigned_to) ON ticket TO minerx_app;
CREATE INDEX ticket_queue ON ticket (status, awaits_us, updated_at, id);
DROP INDEX ticket_open;
