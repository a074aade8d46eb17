-- A day whose formula (difficulty, subsidy, hashes) is far from what the pool paid; told once for each payout that was known.
CREATE TABLE settlement_alarm (
  day         date NOT NULL,
  payout_part smallint NOT NULL,
  formula_sat bigint NOT NULL CHECK (formula_sat >= 0),
  payout_sat  bigint NOT NULL CHECK (payout_sat >= 0),
  band_ppm    integer NOT NULL CHECK (band_ppm BETWEEN 0 AND 1000000),
  told_at     timestamptz NOT NULL,
  PRIMARY KEY (day, payout_part)
);
GRANT SELECT, INSERT ON settlement_alarm TO minerx_app;
