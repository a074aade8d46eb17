-- What devices told is checked against what the pool saw, day by day and device by device, and what a day was settled by does
-- not change: rows are added, never rewritten. Numbers of parts count up; the highest is in force.

-- What each device is credited of a day: its own word, what the pool's figure filled where nobody saw it, what it cut where the
-- device told more than the pool saw. Part 0 is the settlement's, later ones are corrections. Without a pool figure an operator decided.
CREATE TABLE device_day (
  day         date NOT NULL,
  device_id   integer NOT NULL REFERENCES device,
  part        smallint NOT NULL CHECK (part >= 0),
  stretch     smallint NOT NULL CHECK (stretch >= 0), -- of settlement_day.segments, from 0
  measured    numeric(40, 0) NOT NULL CHECK (measured >= 0),
  filled      numeric(40, 0) NOT NULL CHECK (filled >= 0),
  cut         numeric(40, 0) NOT NULL CHECK (cut >= 0 AND cut <= measured + filled),
  blind_s     integer NOT NULL CHECK (blind_s >= 0),
  pool_hashes numeric(40, 0),
  pool_late_s integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (day, device_id, part, stretch)
);

-- Which correction takes minutes that became known late: the part of the device's day that follows the one in force.
ALTER TABLE device_minute_late ADD COLUMN part smallint NOT NULL DEFAULT 0 CHECK (part >= 0);

-- The shares of a day by the payout that was known: how far above the pool's figure devices are believed, and the part of the
-- formula that everybody gets.
CREATE TABLE settlement_figures (
  day         date NOT NULL,
  part        smallint NOT NULL CHECK (part >= 0),
  payout_part smallint NOT NULL,
  payout_sat  bigint NOT NULL CHECK (payout_sat >= 0),
  band_ppm    integer NOT NULL CHECK (band_ppm BETWEEN 0 AND 1000000),
  payout_numerator   numeric(60, 0) NOT NULL,
  payout_denominator numeric(60, 0) NOT NULL CHECK (payout_denominator > 0),
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (day, part)
);
INSERT INTO settlement_figures
SELECT s.day, 0, 0, coalesce(p.reward_sat, 0), 1000000, s.payout_numerator, s.payout_denominator, s.updated_at
  FROM settlement_day s LEFT JOIN pool_payout p ON p.day = s.day;
ALTER TABLE settlement_day DROP COLUMN payout_numerator, DROP COLUMN payout_denominator,
  ADD COLUMN price_source text, ADD COLUMN price_pair text,
  -- correcting: a correction is fixed and its credits are under way.
  DROP CONSTRAINT settlement_day_state_check, ADD CHECK (state IN ('provisional', 'settled', 'correcting'));

-- Each row is the whole payout as it was known then; the posting moves the difference to the row before.
ALTER TABLE pool_payout ADD COLUMN part smallint NOT NULL DEFAULT 0 CHECK (part >= 0), ADD COLUMN transfer_id uuid UNIQUE, ADD COLUMN reason text,
  DROP CONSTRAINT pool_payout_pkey, ADD PRIMARY KEY (day, part);

-- What was told before payouts were booked is booked now: outside (1) → mining (4), BTC (3).
UPDATE pool_payout SET transfer_id = gen_random_uuid() WHERE reward_sat > 0;
INSERT INTO transfer (id, kind, reason, at) SELECT transfer_id, 'pool_payout', day::text, recorded_at FROM pool_payout WHERE transfer_id IS NOT NULL;
INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
SELECT transfer_id, 0, 3, 1 * 16 + 3, 4 * 16 + 3, reward_sat FROM pool_payout WHERE transfer_id IS NOT NULL;

-- A running average that was read some time after the day's end tells less of the day: by what a device can do in that time.
ALTER TABLE pool_worker_day ADD COLUMN late_s integer NOT NULL DEFAULT 0 CHECK (late_s BETWEEN 0 AND 86400);

-- A correction is a reward of its own; `seq` is the order in which carries and balances went from one to the next.
ALTER TABLE reward ADD COLUMN part smallint NOT NULL DEFAULT 0 CHECK (part >= 0), ADD COLUMN cause text CHECK (cause IN ('late_minutes', 'pool_payout')),
  ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY, ADD CHECK ((part = 0) = (cause IS NULL)),
  DROP CONSTRAINT reward_pkey, ADD PRIMARY KEY (order_id, day, part);
CREATE INDEX reward_day ON reward (day);

-- The pool fee from a day on; before the first row the setting `pool_fee_ppm` holds.
CREATE TABLE pool_fee (
  from_day date PRIMARY KEY,
  fee_ppm  integer NOT NULL CHECK (fee_ppm BETWEEN 0 AND 1000000),
  set_at   timestamptz NOT NULL
);

GRANT SELECT, INSERT ON device_day, settlement_figures, pool_fee TO minerx_app;
GRANT UPDATE (fee_ppm, set_at) ON pool_fee TO minerx_app;

-- Settlement and the writers of minutes meet on this lock, so that no minute slips in between the sum and its record.
CREATE FUNCTION lock_day_minutes(wanted date, settles boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF settles THEN PERFORM pg_advisory_xact_lock(7240105, wanted - '1970-01-01'::date);
  ELSE PERFORM pg_advisory_xact_lock_shared(7240105, wanted - '1970-01-01'::date);
  END IF;
END $$;

CREATE FUNCTION refuse_settled_minutes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM lock_day_minutes(day, false) FROM (SELECT DISTINCT day FROM written ORDER BY day) d;
  IF EXISTS (SELECT FROM (SELECT DISTINCT day, device_id FROM written) w
              WHERE EXISTS (SELECT FROM device_day d WHERE d.day = w.day AND d.device_id = w.device_id)
                 OR EXISTS (SELECT FROM settlement_day s WHERE s.day = w.day AND s.state <> 'provisional')) THEN
    RAISE EXCEPTION 'the minutes of a settled day do not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'device_minute_settled';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER device_minute_insert AFTER INSERT ON device_minute REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_settled_minutes();
CREATE TRIGGER device_minute_update AFTER UPDATE ON device_minute REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_settled_minutes();
CREATE TRIGGER device_minute_replace AFTER UPDATE ON device_minute REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_settled_minutes();
CREATE TRIGGER device_minute_delete AFTER DELETE ON device_minute REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_settled_minutes();

CREATE FUNCTION refuse_corrected_minutes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM lock_day_minutes(day, false) FROM (SELECT DISTINCT day FROM written ORDER BY day) d;
  IF EXISTS (SELECT FROM written w JOIN device_day d USING (day, device_id, part)) THEN
    RAISE EXCEPTION 'the minutes of a correction do not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'device_minute_settled';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER device_minute_late_insert AFTER INSERT ON device_minute_late REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_corrected_minutes();
CREATE TRIGGER device_minute_late_update AFTER UPDATE ON device_minute_late REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_corrected_minutes();
CREATE TRIGGER device_minute_late_replace AFTER UPDATE ON device_minute_late REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_corrected_minutes();
CREATE TRIGGER device_minute_late_delete AFTER DELETE ON device_minute_late REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_corrected_minutes();

-- The app writes through the table, whose triggers say which days may change, never into a day's own part of it.
CREATE OR REPLACE FUNCTION ensure_device_minute_day(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF to_regclass('public.device_minute_' || to_char(wanted, 'YYYYMMDD')) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7240101);
    EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.device_minute FOR VALUES FROM (%L) TO (%L)',
                   'device_minute_' || to_char(wanted, 'YYYYMMDD'), wanted, wanted + 1);
  END IF;
END $$;
DO $$
DECLARE part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'device_minute'::regclass LOOP
    EXECUTE format('REVOKE ALL ON %s FROM minerx_app', part);
  END LOOP;
END $$;
