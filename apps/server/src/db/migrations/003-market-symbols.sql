-- The market pairs that the product follows; operators' data, the first ones come with the reference seed.
CREATE TABLE market_symbol (
  name           text PRIMARY KEY CHECK (name ~ '^[A-Z0-9]{2,20}$'),
  currency       text NOT NULL CHECK (currency ~ '^[A-Z0-9]{2,10}$'),
  precision      smallint NOT NULL CHECK (precision BETWEEN 0 AND 8),
  lot_size_units bigint NOT NULL CHECK (lot_size_units > 0),
  highlight      boolean NOT NULL,
  position       smallint NOT NULL UNIQUE
);
GRANT SELECT, INSERT, UPDATE ON market_symbol TO minerx_app;
