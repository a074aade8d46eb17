-- The parts of a table: what was there (`_until_` and the month that it ends before), a month each (`_202703`), and `_rest`, which takes what
-- nobody made room for. The app writes and reads through the table, never a part of it.
DO $$
DECLARE
  upto uuid := (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint WHERE conname = 'transfer_first_part');
  upto_of_postings uuid := (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint WHERE conname = 'posting_first_part');
  first_part text := '_until_' || to_char(time_of_id(upto) AT TIME ZONE 'UTC', 'YYYYMM');
  name text;
  kept record;
BEGIN
  FOREACH name IN ARRAY ARRAY['transfer', 'posting'] LOOP
    FOR kept IN SELECT conrelid::regclass AS held, conname FROM pg_constraint WHERE contype = 'f' AND confrelid = name::regclass LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', kept.held, kept.conname);
    END LOOP;
    FOR kept IN SELECT indexrelid::regclass::text AS index FROM pg_index WHERE indrelid = name::regclass LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', kept.index, name || first_part || substr(kept.index, length(name) + 1));
    END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || first_part);
    EXECUTE format('REVOKE ALL ON %I FROM minerx_app', name || first_part);
  END LOOP;

  CREATE TABLE transfer (
    id          uuid NOT NULL,                  -- version 7, made by the funnel
    kind        text NOT NULL,
    member_id   bigint,                         -- whose statement it is on
    order_id    uuid,
    reverses    uuid,
    reason      text,
    at          timestamptz NOT NULL DEFAULT now(),
    answered    text,
    receiver_id bigint,                         -- whose statement it is on too
    PRIMARY KEY (id)
  ) PARTITION BY RANGE (id);
  CREATE INDEX transfer_member ON transfer (member_id, id);
  CREATE INDEX transfer_receiver ON transfer (receiver_id, id) WHERE receiver_id IS NOT NULL;
  CREATE INDEX transfer_kind ON transfer (member_id, kind, id) WHERE kind <> 'reward';
  CREATE INDEX transfer_adjustment ON transfer (id) WHERE kind IN ('credit', 'debit');

  CREATE TABLE posting (
    transfer_id uuid NOT NULL,
    position    smallint NOT NULL,
    wallet_id   smallint NOT NULL,
    source      bigint NOT NULL,
    destination bigint NOT NULL,
    amount      bigint NOT NULL,
    PRIMARY KEY (transfer_id, position),
    CONSTRAINT posting_amount_check CHECK (amount > 0),
    CONSTRAINT posting_check CHECK (source <> destination),
    CONSTRAINT posting_within_one_asset CHECK (account_wallet(source) = wallet_id AND account_wallet(destination) = wallet_id)
  ) PARTITION BY RANGE (transfer_id);
  CREATE INDEX posting_source ON posting (source, transfer_id) INCLUDE (amount) WHERE source >= 16000;
  CREATE INDEX posting_destination ON posting (destination, transfer_id) INCLUDE (amount) WHERE destination >= 16000;
  CREATE INDEX posting_place_source ON posting (source) INCLUDE (amount) WHERE source >= 1728 AND source < 16000;
  CREATE INDEX posting_place_destination ON posting (destination) INCLUDE (amount) WHERE destination >= 1728 AND destination < 16000;

  -- One reversal a transfer: a key that does not begin with the time of the row cannot be kept single by the months.
  CREATE TABLE reversal (
    reverses uuid PRIMARY KEY,
    id       uuid NOT NULL
  );
  EXECUTE format('INSERT INTO reversal SELECT reverses, id FROM %I WHERE reverses IS NOT NULL', 'transfer' || first_part);
  EXECUTE format('DROP INDEX %I', 'transfer' || first_part || '_reverses_key');

  EXECUTE format('ALTER TABLE transfer ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', 'transfer' || first_part, upto);
  EXECUTE format('ALTER TABLE posting ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', 'posting' || first_part, upto_of_postings);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT transfer_first_part', 'transfer' || first_part);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT posting_first_part', 'posting' || first_part);
END $$;
CREATE TABLE transfer_rest PARTITION OF transfer DEFAULT;
CREATE TABLE posting_rest PARTITION OF posting DEFAULT;
GRANT SELECT, INSERT ON transfer, posting TO minerx_app;
GRANT SELECT ON reversal TO minerx_app;

ALTER TABLE reversal ADD FOREIGN KEY (reverses) REFERENCES transfer;
ALTER TABLE deposit ADD FOREIGN KEY (transfer_id) REFERENCES transfer;
ALTER TABLE swap_quote ADD FOREIGN KEY (transfer_id) REFERENCES transfer;
ALTER TABLE liquidity_change ADD FOREIGN KEY (transfer_id) REFERENCES transfer;
ALTER TABLE house_receipt ADD FOREIGN KEY (transfer_id) REFERENCES transfer;

CREATE FUNCTION keep_reversal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO reversal (reverses, id) VALUES (NEW.reverses, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER reversal_is_kept AFTER INSERT ON transfer FOR EACH ROW WHEN (NEW.reverses IS NOT NULL) EXECUTE FUNCTION keep_reversal();

-- Room for a month, made by the owner on behalf of the app, ahead of time. What came before it was made stays where it is: then there is
-- no room of its own for that month, which costs nothing but that it cannot go by itself. Whoever writes waits for this moment, so it gives up soon.
CREATE FUNCTION ensure_ledger_month(wanted date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  month timestamp := date_trunc('month', wanted::timestamp);
  first_id uuid;
  next_id uuid;
  name text;
  part text;
BEGIN
  IF wanted IS NULL OR wanted < '2020-01-01' OR wanted >= '2100-01-01' THEN
    RAISE EXCEPTION 'there is no room for the ledger of %', wanted USING ERRCODE = 'program_limit_exceeded';
  END IF;
  IF to_char(month, 'YYYYMM')::bigint < (SELECT substring(relname FROM '\d+$')::bigint FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname LIKE 'posting\_until\_%' AND relkind = 'r')
  THEN RETURN true;
  END IF;
  first_id := first_id_of(month AT TIME ZONE 'UTC');
  next_id := first_id_of((month + interval '1 month') AT TIME ZONE 'UTC');
  PERFORM pg_advisory_xact_lock(7240108);
  PERFORM set_config('lock_timeout', '2s', true);
  FOREACH name IN ARRAY ARRAY['transfer', 'posting'] LOOP
    part := name || '_' || to_char(month, 'YYYYMM');
    CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
    IF EXISTS (SELECT FROM transfer_rest WHERE id >= first_id AND id < next_id)
       OR EXISTS (SELECT FROM posting_rest WHERE transfer_id >= first_id AND transfer_id < next_id) THEN
      RETURN false;
    END IF;
    -- Attached, not made as a part: that would wait for everybody who reads, and everybody for it.
    EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL)', part, name);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, part, first_id, next_id);
  END LOOP;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION ensure_ledger_month FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_ledger_month TO minerx_app;
SELECT ensure_ledger_month((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months')::date);

-- What was written last, wherever its id says that it belongs: the end of every part, some ten thousand rows. Into a month that is over
-- nothing is written rightly, so that whatever was forged into it stands in its last pages.
CREATE FUNCTION ledger_ends(name text) RETURNS TABLE (part regclass, begins tid) LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.oid::regclass,
         ('(' || greatest(pg_relation_size(c.oid) / current_setting('block_size')::integer
                          - CASE WHEN substring(c.relname FROM '\d+$')::bigint < to_char((now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYYMM')::bigint THEN 8 ELSE 128 END, 0) || ',0)')::tid
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ('public.' || name)::regclass
$$;
CREATE FUNCTION last_transfers() RETURNS SETOF transfer LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 10000 AS $$
DECLARE e record;
BEGIN
  FOR e IN SELECT part, begins FROM ledger_ends('transfer') LOOP
    RETURN QUERY EXECUTE format('SELECT id, kind, member_id, order_id, reverses, reason, at, answered, receiver_id FROM %s WHERE ctid >= %L', e.part, e.begins);
  END LOOP;
END $$;
CREATE FUNCTION last_postings() RETURNS SETOF posting LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 10000 AS $$
DECLARE e record;
BEGIN
  FOR e IN SELECT part, begins FROM ledger_ends('posting') LOOP
    RETURN QUERY EXECUTE format('SELECT transfer_id, position, wallet_id, source, destination, amount FROM %s WHERE ctid >= %L', e.part, e.begins);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION ledger_ends, last_transfers, last_postings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_transfers, last_postings TO minerx_app;

-- The database keeps statistics of the parts by itself, and none of the whole: the planner would guess how its rows are spread.
CREATE FUNCTION analyze_ledger() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  ANALYZE public.transfer, public.posting;
END $$;
REVOKE ALL ON FUNCTION analyze_ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_ledger TO minerx_app;
