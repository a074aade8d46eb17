-- Members, sessions, the double-entry ledger, miners and measurements.
-- Amounts are bigint: whole units of 10^-8 of one asset. bigint refuses NaN and Infinity, which numeric lets through a CHECK.
-- The role minerx_app exists before this file runs; what it may not do is not granted at the end.

-- Reference data ---------------------------------------------------------------------------------------------------

CREATE TABLE country (
  id           integer PRIMARY KEY,
  iso2         char(2) NOT NULL UNIQUE,
  name         text NOT NULL,
  name_zh      text NOT NULL,
  calling_code text NOT NULL,
  symbol       text NOT NULL
);

CREATE TABLE community (
  id              integer PRIMARY KEY,
  name            text NOT NULL,
  payment_methods text NOT NULL            -- "1|2"
);

CREATE TABLE wallet_type (
  id              smallint PRIMARY KEY,     -- position + 1
  name            text NOT NULL UNIQUE,
  precision       smallint NOT NULL,
  price_units     bigint NOT NULL CHECK (price_units > 0),   -- meaning per wallet: see rules/wallet.ts
  price_at        timestamptz NOT NULL DEFAULT now(),
  price_source    text NOT NULL DEFAULT 'operator',
  price_simulated boolean NOT NULL DEFAULT false
);

CREATE TABLE wallet_price (
  wallet_id   smallint NOT NULL REFERENCES wallet_type,
  at          timestamptz NOT NULL,
  price_units bigint NOT NULL CHECK (price_units > 0),
  source      text NOT NULL,
  simulated   boolean NOT NULL,
  PRIMARY KEY (wallet_id, at)
);

CREATE TABLE setting (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE miner_package (
  id                   smallint PRIMARY KEY,
  name                 text NOT NULL,
  price_units          bigint NOT NULL CHECK (price_units > 0),          -- USDT, times quantity is one unit's price
  quantity             integer NOT NULL CHECK (quantity > 0),
  max_profit_units     bigint NOT NULL CHECK (max_profit_units > 0),     -- USD a unit may earn
  activation_fee_units bigint NOT NULL CHECK (activation_fee_units >= 0),-- USDT
  roi_display_units    bigint NOT NULL,                                  -- contract figure, BTC a day
  roi_display_max_units bigint NOT NULL,
  free_blessings       integer NOT NULL DEFAULT 0,
  active               boolean NOT NULL DEFAULT true
);

-- Members and sessions ---------------------------------------------------------------------------------------------

-- Numbers owners of accounts: members and holds. Below 1000 are house accounts (ledger/account.ts).
CREATE SEQUENCE owner_id START 1000;

CREATE TABLE member (
  id            bigint PRIMARY KEY DEFAULT nextval('owner_id'),
  username      text NOT NULL UNIQUE,
  full_name     text NOT NULL,
  email         text NOT NULL,                -- as typed; mail goes here
  email_key     text NOT NULL UNIQUE,         -- normalised, for looking up
  mobile        text NOT NULL,                -- E.164
  country_id    integer NOT NULL REFERENCES country,
  community_id  integer NOT NULL DEFAULT 1 REFERENCES community,
  referral_code text NOT NULL UNIQUE,
  sponsor_id    bigint REFERENCES member,
  language      text NOT NULL DEFAULT 'en',
  password_hash text NOT NULL,
  pin_hash      text NOT NULL,
  ranking3      integer NOT NULL DEFAULT 0,
  frozen_at     timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_sponsor ON member (sponsor_id, id);

CREATE TABLE session (
  id             uuid PRIMARY KEY,
  member_id      bigint NOT NULL REFERENCES member,
  transport      text NOT NULL CHECK (transport IN ('cookie', 'body')),
  device         text NOT NULL,               -- user agent, cut
  address        text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  last_used_at   timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,        -- absolute
  ended_at       timestamptz,
  ended_reason   text
);
CREATE INDEX session_member ON session (member_id) WHERE ended_at IS NULL;

CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  issued_at  timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

CREATE TABLE email_code (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email_key   text NOT NULL,
  purpose     text NOT NULL,
  code_hash   bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  used_at     timestamptz
);
CREATE INDEX email_code_lookup ON email_code (email_key, purpose, id DESC);

-- One-use secrets sent by link: password reset (30 minutes), sign-in ticket (2 minutes).
CREATE TABLE one_use_link (
  token_hash bytea PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('reset', 'redirect')),
  member_id  bigint NOT NULL REFERENCES member,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

-- Failures counted per subject: 'pin:<member>', 'login:<email key>', 'address:<ip>', 'voucher:<member>' ...
CREATE TABLE attempt (
  subject      text PRIMARY KEY,
  failures     integer NOT NULL,
  lockouts     integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  updated_at   timestamptz NOT NULL DEFAULT now()
);

-- The ledger -------------------------------------------------------------------------------------------------------

-- id = owner * 16 + wallet id, so that the funnel finds accounts by number, without an index on (owner, wallet).
-- Members and holds keep their balance; house accounts keep NULL: their sum is derived, a kept one would be a hot row.
CREATE TABLE account (
  id      bigint PRIMARY KEY,
  balance bigint,
  CONSTRAINT account_never_negative CHECK (balance >= 0),
  CONSTRAINT account_balance_kept_for_owners CHECK ((balance IS NULL) = (id < 16000))
) WITH (fillfactor = 70);

-- Money set aside: its own accounts (owner_id * 16 + wallet) with a deadline.
CREATE TABLE hold (
  owner_id    bigint PRIMARY KEY DEFAULT nextval('owner_id'),
  member_id   bigint NOT NULL REFERENCES member,
  reason      text NOT NULL,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken', 'returned')),
  deadline_at timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  closed_at   timestamptz
);
CREATE INDEX hold_open ON hold (deadline_at) WHERE state = 'open';

CREATE TABLE transfer (
  id        uuid PRIMARY KEY,                 -- version 7, made by the funnel
  kind      text NOT NULL,
  member_id bigint,                           -- whose statement it is on
  order_id  uuid,
  reverses  uuid UNIQUE REFERENCES transfer,
  reason    text,
  at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX transfer_member ON transfer (member_id, id);

-- A posting moves a positive amount of one asset from a source to a destination: an imbalance cannot be written down.
CREATE TABLE posting (
  transfer_id uuid NOT NULL,
  position    smallint NOT NULL,
  wallet_id   smallint NOT NULL,
  source      bigint NOT NULL,
  destination bigint NOT NULL,
  amount      bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (transfer_id, position),
  CHECK (source <> destination),
  CHECK (source % 16 = wallet_id AND destination % 16 = wallet_id)
);
CREATE INDEX posting_source ON posting (source, transfer_id) WHERE source >= 16000;
CREATE INDEX posting_destination ON posting (destination, transfer_id) WHERE destination >= 16000;

-- One answer per key: same key and body give the stored answer, another body is refused.
CREATE TABLE command (
  actor       text NOT NULL,                  -- 'm<member id>', 'operator', 'job'
  name        text NOT NULL,
  key         text NOT NULL,
  fingerprint bytea NOT NULL,
  answer      jsonb NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor, name, key)
);
CREATE INDEX command_at ON command (at);

-- What must be told after the commit. At least once; consumers are idempotent by id.
CREATE TABLE outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic      text NOT NULL,
  payload    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  not_before timestamptz NOT NULL DEFAULT now(),
  attempts   integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX outbox_due ON outbox (not_before, id);

CREATE TABLE audit (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz NOT NULL DEFAULT now(),
  actor   text NOT NULL,
  action  text NOT NULL,
  subject text NOT NULL,
  reason  text NOT NULL,
  detail  jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash    bytea NOT NULL UNIQUE
);

-- Miners and orders ------------------------------------------------------------------------------------------------

-- Counted in units. Locked by every purchase of the line, which also serialises the allocation of its devices.
CREATE TABLE stock (
  line         text PRIMARY KEY CHECK (line IN ('x1', 'x2')),
  total        integer NOT NULL CHECK (total >= 0),
  used         integer NOT NULL DEFAULT 0,
  waiting      integer NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  shared_queue integer NOT NULL DEFAULT 0 CHECK (shared_queue BETWEEN 0 AND 9),
  CONSTRAINT stock_never_oversold CHECK (used >= 0 AND used <= total)
) WITH (fillfactor = 50);

CREATE TABLE device (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  serial        text NOT NULL UNIQUE,
  line          text NOT NULL REFERENCES stock,
  host          text NOT NULL,
  port          integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  simulated     boolean NOT NULL,
  free          boolean NOT NULL DEFAULT true,
  registered_at timestamptz NOT NULL DEFAULT now(),
  retired_at    timestamptz
) WITH (fillfactor = 80);
CREATE INDEX device_free ON device (line, id) WHERE free AND retired_at IS NULL;

CREATE TABLE voucher (
  id          uuid PRIMARY KEY,
  code_hash   bytea NOT NULL UNIQUE,
  package_id  smallint NOT NULL REFERENCES miner_package,
  amount_units bigint NOT NULL CHECK (amount_units > 0),
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz,
  redeemed_at timestamptz,
  redeemed_by bigint REFERENCES member
);

CREATE SEQUENCE waiting_place;

CREATE TABLE miner_order (
  id                   uuid PRIMARY KEY,      -- version 7, made by the funnel
  number               text NOT NULL UNIQUE,
  serial               text NOT NULL UNIQUE,  -- the order's own, not a device's; random
  member_id            bigint NOT NULL REFERENCES member,
  package_id           smallint NOT NULL REFERENCES miner_package,
  status               smallint NOT NULL CHECK (status IN (1, 2, 6, 7, 8, 9, 10)),
  amount_units         bigint NOT NULL,       -- price of the unit, USDT
  paid_usdt_units      bigint NOT NULL DEFAULT 0,
  paid_cw_units        bigint NOT NULL DEFAULT 0,
  paid_rw_units        bigint NOT NULL DEFAULT 0,
  max_profit_units     bigint NOT NULL,
  profit_balance_units bigint NOT NULL CHECK (profit_balance_units >= 0),
  carry_pico_sat       bigint NOT NULL DEFAULT 0 CHECK (carry_pico_sat >= 0 AND carry_pico_sat < 1000000000000),
  voucher_id           uuid UNIQUE REFERENCES voucher,
  hold_owner_id        bigint,                -- the hold of an order that waits for stock
  place                bigint,                -- order of arrival while it waits or queues
  created_at           timestamptz NOT NULL DEFAULT now(),
  activated_at         timestamptz,
  ended_at             timestamptz,
  CHECK ((status = 6) = (hold_owner_id IS NOT NULL)),
  CHECK (status <> 1 OR activated_at IS NOT NULL)
) WITH (fillfactor = 80);
CREATE INDEX miner_order_member ON miner_order (member_id, id DESC);
CREATE INDEX miner_order_place ON miner_order (status, place) WHERE status IN (6, 7);
CREATE INDEX miner_order_live ON miner_order (id) WHERE status IN (1, 8);

CREATE TABLE allocation (
  order_id     uuid NOT NULL REFERENCES miner_order,
  device_id    integer NOT NULL REFERENCES device,
  share_tenths smallint NOT NULL CHECK (share_tenths BETWEEN 1 AND 10),
  released_at  timestamptz,
  PRIMARY KEY (order_id, device_id)
);
CREATE INDEX allocation_device ON allocation (device_id) WHERE released_at IS NULL;

-- Measurements and settlement --------------------------------------------------------------------------------------

-- One row a device and minute. covered: seconds with a proven measurement; down: the device did not answer (earns nothing);
-- blind: we could not see (the day stays provisional until the pool's figures arrive). covered + down + blind = 60.
CREATE TABLE device_minute (
  day       date NOT NULL,
  device_id integer NOT NULL,
  minute    smallint NOT NULL CHECK (minute BETWEEN 0 AND 1439),
  hashes    bigint NOT NULL CHECK (hashes >= 0),
  covered_s smallint NOT NULL,
  down_s    smallint NOT NULL,
  blind_s   smallint NOT NULL,
  PRIMARY KEY (day, device_id, minute)
) PARTITION BY RANGE (day);

-- Partitions are made by the owner on behalf of the app, which may not create tables.
CREATE FUNCTION ensure_device_minute_day(wanted date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF to_regclass('public.device_minute_' || to_char(wanted, 'YYYYMMDD')) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7240101);
    EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.device_minute FOR VALUES FROM (%L) TO (%L)',
                   'device_minute_' || to_char(wanted, 'YYYYMMDD'), wanted, wanted + 1);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON public.%I TO minerx_app', 'device_minute_' || to_char(wanted, 'YYYYMMDD'));
  END IF;
END $$;

-- The collector's place, so that a restart continues the counters.
CREATE TABLE device_state (
  device_id      integer PRIMARY KEY REFERENCES device,
  answered_at    timestamptz,
  polled_at      timestamptz,
  hashrate_ths   double precision NOT NULL DEFAULT 0,
  counter_hashes numeric(40, 0),
  elapsed_s      integer,
  connected      boolean NOT NULL DEFAULT false,
  changed_at     timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);

CREATE TABLE market_close (
  symbol      text NOT NULL,
  at          timestamptz NOT NULL,           -- open time of the minute
  price_units bigint NOT NULL CHECK (price_units > 0),
  source      text NOT NULL,
  simulated   boolean NOT NULL,
  PRIMARY KEY (symbol, at)
);

CREATE TABLE pool_worker_day (
  day       date NOT NULL,
  device_id integer NOT NULL REFERENCES device,
  hashes    numeric(40, 0) NOT NULL,
  simulated boolean NOT NULL,
  PRIMARY KEY (day, device_id)
);

CREATE TABLE pool_payout (
  day         date PRIMARY KEY,
  reward_sat  bigint NOT NULL CHECK (reward_sat >= 0),
  source      text NOT NULL,
  simulated   boolean NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE settlement_day (
  day         date PRIMARY KEY,
  state       text NOT NULL CHECK (state IN ('provisional', 'settled')),
  segments    jsonb NOT NULL,                 -- difficulty periods of the day
  pool_fee_ppm integer NOT NULL,
  price_units bigint NOT NULL,
  price_at    timestamptz NOT NULL,
  payout_numerator   numeric(60, 0) NOT NULL,
  payout_denominator numeric(60, 0) NOT NULL CHECK (payout_denominator > 0),
  simulated   boolean NOT NULL,
  updated_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE reward (
  order_id    uuid NOT NULL REFERENCES miner_order,
  day         date NOT NULL,
  member_id   bigint NOT NULL,
  sat         bigint NOT NULL CHECK (sat >= 0),
  usd_units   bigint NOT NULL CHECK (usd_units >= 0),
  transfer_id uuid UNIQUE,                    -- none when nothing was earned
  inputs      jsonb NOT NULL,                 -- the receipt: rules/mining-reward.ts recomputes sat from it
  simulated   boolean NOT NULL,
  settled_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, day)
);
CREATE INDEX reward_member ON reward (member_id, day);

-- What the app may do ----------------------------------------------------------------------------------------------

GRANT USAGE ON SCHEMA public TO minerx_app;
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO minerx_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO minerx_app;
GRANT EXECUTE ON FUNCTION ensure_device_minute_day(date) TO minerx_app;
GRANT UPDATE ON wallet_type, setting, miner_package, community, member, session, refresh_token, email_code, one_use_link, attempt,
  account, hold, outbox, stock, device, voucher, miner_order, allocation, device_minute, device_state, settlement_day, pool_worker_day, pool_payout
  TO minerx_app;
GRANT DELETE ON outbox, refresh_token, email_code, one_use_link, attempt, session TO minerx_app;
-- No UPDATE or DELETE on transfer, posting, command, audit, reward, wallet_price: history is not rewritten.
