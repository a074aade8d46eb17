-- Accounts of assets beyond 15. Numbers that exist stay: the low bits of an asset stand where they stood, and what an asset has above
-- them stands above everything that owners take. 127 pages of 16 assets; owners have 51 bits.
CREATE FUNCTION account_of(owner bigint, wallet integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN owner * 16 + (wallet & 15) + ((wallet >> 4)::bigint << 56);
CREATE FUNCTION account_owner(account bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (account & ((1::bigint << 56) - 1)) / 16;
CREATE FUNCTION account_wallet(account bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ((account >> 56) * 16 + (account & 15))::integer;

-- A posting stays within one asset.
DO $$
DECLARE known text := (SELECT conname FROM pg_constraint WHERE conrelid = 'posting'::regclass AND pg_get_constraintdef(oid) LIKE '%16%');
BEGIN
  EXECUTE format('ALTER TABLE posting DROP CONSTRAINT %I', known);
END $$;
ALTER TABLE posting ADD CONSTRAINT posting_within_one_asset
  CHECK (account_wallet(source) = wallet_id AND account_wallet(destination) = wallet_id);
ALTER TABLE account DROP CONSTRAINT account_balance_kept_for_owners;
ALTER TABLE account ADD CONSTRAINT account_balance_kept_for_owners CHECK ((balance IS NULL) = (account_owner(id) < 1000));
