-- Which version of the terms a member has agreed to, when, and in which language they were read. Nobody's agreement is changed or taken away.
-- Those who signed up before this have none: what they ticked was not kept, so that they are asked.
CREATE TABLE terms_acceptance (
  member_id bigint      NOT NULL REFERENCES member,
  version   smallint    NOT NULL CHECK (version > 0),
  language  text        NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (member_id, version)
);
GRANT SELECT, INSERT ON terms_acceptance TO minerx_app;
