-- The ledger is parted by month: an id begins with its time, so a month is a range of ids. What is there becomes the first part, whole, up to
-- the month after the next one; no row is written anew. That nothing lies behind its end is promised here, looked at by 116 while everybody
-- goes on, and used by 117.
CREATE FUNCTION first_id_of(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
CREATE FUNCTION time_of_id(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);

DO $$
DECLARE
  -- A clock that ran ahead, or a forged id: whatever is there belongs to the first part.
  newest timestamptz := greatest(now(), time_of_id((SELECT id FROM transfer ORDER BY id DESC LIMIT 1)),
                                 time_of_id((SELECT transfer_id FROM posting ORDER BY transfer_id DESC LIMIT 1)));
  upto uuid := first_id_of((date_trunc('month', newest AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC');
BEGIN
  EXECUTE format('ALTER TABLE transfer ADD CONSTRAINT transfer_first_part CHECK (id < %L) NOT VALID', upto);
  EXECUTE format('ALTER TABLE posting ADD CONSTRAINT posting_first_part CHECK (transfer_id < %L) NOT VALID', upto);
END $$;
