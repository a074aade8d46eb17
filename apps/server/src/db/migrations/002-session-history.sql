-- A sign-in asks whether the member used the device before, ended sessions included; the sweep finds ended ones by their end.
CREATE INDEX session_history ON session (member_id, device);
CREATE INDEX session_ended ON session (ended_at) WHERE ended_at IS NOT NULL;
-- How often a member asked for a link, and which ones a reset makes worthless.
CREATE INDEX one_use_link_member ON one_use_link (member_id, created_at);
