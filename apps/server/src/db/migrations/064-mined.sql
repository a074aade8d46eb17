-- What an order has mined in all stands with it: a dashboard sums orders, not the rewards of every day that they ever worked.
ALTER TABLE miner_order ADD COLUMN mined_sat bigint NOT NULL DEFAULT 0 CHECK (mined_sat >= 0);
-- Whether any of it came from simulated sources.
ALTER TABLE miner_order ADD COLUMN mined_simulated boolean NOT NULL DEFAULT false;

UPDATE miner_order o SET mined_sat = r.sat, mined_simulated = r.simulated
  FROM (SELECT order_id, sum(sat)::bigint AS sat, bool_or(simulated) AS simulated FROM reward GROUP BY 1) r WHERE r.order_id = o.id;

-- Whoever writes a reward has its order locked. The app may not write the sum itself.
CREATE FUNCTION add_to_mined() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE miner_order o SET mined_sat = o.mined_sat + a.sat, mined_simulated = o.mined_simulated OR a.simulated
    FROM (SELECT order_id, sum(sat)::bigint AS sat, bool_or(simulated) AS simulated FROM added GROUP BY 1) a WHERE o.id = a.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER reward_adds_to_mined AFTER INSERT ON reward REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_mined();
