-- A close that a second source bore out says so, with what that source said: later prices are measured by it while that source is silent.
ALTER TABLE market_close
  ADD COLUMN confirmed_by          text,
  ADD COLUMN confirmed_price_units bigint CHECK (confirmed_price_units > 0),
  ADD CHECK ((confirmed_by IS NULL) = (confirmed_price_units IS NULL));
CREATE INDEX market_close_confirmed ON market_close (symbol, at) WHERE confirmed_by IS NOT NULL;
