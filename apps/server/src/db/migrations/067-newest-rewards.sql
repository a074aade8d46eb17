-- The newest rewards are checked twice a minute.
CREATE INDEX reward_seq ON reward (seq);
