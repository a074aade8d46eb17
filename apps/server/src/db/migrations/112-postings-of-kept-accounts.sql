-- The house's accounts that keep a balance are looked at by themselves, as places on networks are: their postings stand in the same indexes.
DROP INDEX posting_place_source;
DROP INDEX posting_place_destination;
CREATE INDEX posting_place_source ON posting (source) INCLUDE (amount) WHERE source >= 1728 AND source < 16000;
CREATE INDEX posting_place_destination ON posting (destination) INCLUDE (amount) WHERE destination >= 1728 AND destination < 16000;
