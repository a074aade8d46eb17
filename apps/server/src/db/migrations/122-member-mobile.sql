-- Operators find a member by the number that they call from.
CREATE INDEX member_mobile_begins ON member (mobile text_pattern_ops);
