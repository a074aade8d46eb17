-- Codes are counted by mailbox (what stands after a plus leads to the same one), by domain, and all together.
CREATE INDEX email_code_mailbox ON email_code
  (purpose, (split_part(split_part(email_key, '@', 1), '+', 1) || '@' || split_part(email_key, '@', 2)), id DESC);
CREATE INDEX email_code_domain ON email_code (purpose, (split_part(email_key, '@', 2)), created_at);
CREATE INDEX email_code_moment ON email_code (purpose, created_at);
