-- Which orders of a day that is being settled are credited together, by whichever worker takes them. Whoever has one holds its row; of one that
-- is done the row says what came of it. Rows go with the settlement that made them: what was credited stands in the rewards alone.
CREATE TABLE settlement_range (
  day         date NOT NULL,
  after_id    uuid NOT NULL,
  until_id    uuid NOT NULL,
  split_at    timestamptz NOT NULL DEFAULT now(),
  orders      integer,
  open_orders integer,
  sat         bigint,
  PRIMARY KEY (day, after_id)
);
GRANT SELECT, INSERT, DELETE ON settlement_range TO minerx_app;
GRANT UPDATE (orders, open_orders, sat) ON settlement_range TO minerx_app;
