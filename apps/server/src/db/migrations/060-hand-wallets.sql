-- Where nothing of ours signs, operators move what lies on deposit addresses and in the hot wallet. It is found on the chain, and held
-- against the books like everything else.

-- Hot wallets whose keys operators hold, by the twenty bytes of their addresses.
CREATE TABLE hand_wallet (
  network_id smallint NOT NULL REFERENCES network,
  address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  PRIMARY KEY (network_id, address)
);
SELECT watch_rows('hand_wallet', $$r.network_id || '/' || r.address$$, 'jsonb_build_array(r.address)');
GRANT SELECT, INSERT ON hand_wallet TO minerx_app;

-- 0: from a deposit address, where no payout of ours moves it.
ALTER TABLE house_receipt DROP CONSTRAINT house_receipt_check;
ALTER TABLE house_receipt ADD CONSTRAINT house_receipt_check CHECK (source IN (0, 1, 2) AND source <> place);
CREATE INDEX house_receipt_swept ON house_receipt (network_id, sender) WHERE source = 0;

-- Twenty bytes as nodes name them, of an address in its network's spelling: on TRON (1) Base58Check with a version byte, else hexadecimal digits.
CREATE FUNCTION chain_account(network_id smallint, address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  number numeric := 0;
  digits text := '';
BEGIN
  IF network_id <> 1 THEN RETURN lower(address); END IF;
  FOR place IN 1..length(address) LOOP
    number := number * 58 + strpos('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', substr(address, place, 1)) - 1;
  END LOOP;
  -- Its last four bytes are the check.
  number := div(number, 4294967296);
  FOR place IN 1..40 LOOP
    digits := to_hex(mod(number, 16)::integer) || digits;
    number := div(number, 16);
  END LOOP;
  RETURN '0x' || digits;
END
$$;
ALTER TABLE deposit_address ADD COLUMN account text NOT NULL GENERATED ALWAYS AS (chain_account(network_id, address)) STORED;
