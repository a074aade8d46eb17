-- How many sweeps failed lately is asked at each scrape.
CREATE INDEX payout_failed_sweep ON payout (settled_at) WHERE kind = 'sweep' AND status = 9;
