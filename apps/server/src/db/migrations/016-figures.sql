-- The rank's number is what the wire calls member_ranking3; the old column was written by nothing.
ALTER TABLE member DROP COLUMN ranking3;

-- Where the shared contract is not offered: operators' setting, the specification's country 211 from the start.
ALTER TABLE country ADD COLUMN shared_closed boolean NOT NULL DEFAULT false;
UPDATE country SET shared_closed = true WHERE id = 211;
GRANT UPDATE (name, name_zh, calling_code, shared_closed) ON country TO minerx_app;

-- The fee of an order is settled when it is made: by its package, for a voucher's order in proportion to the voucher's amount.
ALTER TABLE miner_order ADD COLUMN activation_fee_units bigint NOT NULL DEFAULT 0 CHECK (activation_fee_units >= 0);
UPDATE miner_order o
   SET activation_fee_units = CASE WHEN o.voucher_id IS NULL THEN p.activation_fee_units
                                   ELSE div(o.amount_units::numeric * p.activation_fee_units, p.price_units::numeric * p.quantity)::bigint END
  FROM miner_package p WHERE p.id = o.package_id;

-- What operators set a package to, each time: terms of the past can be read.
CREATE TABLE miner_package_history (
  id                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_id            smallint NOT NULL REFERENCES miner_package,
  at                    timestamptz NOT NULL,
  price_units           bigint NOT NULL,
  max_profit_units      bigint NOT NULL,
  activation_fee_units  bigint NOT NULL,
  roi_display_units     bigint NOT NULL,
  roi_display_max_units bigint NOT NULL,
  active                boolean NOT NULL
);
INSERT INTO miner_package_history (package_id, at, price_units, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, active)
  SELECT id, now(), price_units, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, active FROM miner_package ORDER BY id;
GRANT SELECT, INSERT ON miner_package_history TO minerx_app;

-- The language that a member chose; until then the header of each request says it.
ALTER TABLE member ADD COLUMN language_chosen boolean NOT NULL DEFAULT false;
